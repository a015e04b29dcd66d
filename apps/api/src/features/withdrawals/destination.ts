import { DESTINATION_FIELDS, type DestinationField } from '@clearbook/contracts/funding';

/** Where a withdrawal goes, as the books store it. */
export type Destination = Readonly<Record<string, string>>;

/** The specification's names stay at the wire: these are what the books call them. */
const OWN_NAMES: Partial<Record<DestinationField, string>> = {
  an: 'accountNumber',
  bn: 'bankName',
  aname: 'accountName',
};
const ownName = (field: DestinationField): string => OWN_NAMES[field] ?? field;

/** The method's own fields. */
export function destinationOf(body: Partial<Record<DestinationField, unknown>>): Destination {
  return Object.fromEntries(
    DESTINATION_FIELDS.flatMap((field) => {
      const value = body[field];
      return typeof value === 'string' ? [[ownName(field), value]] : [];
    }),
  );
}

/** The fields under the specification's names, which staff copy into the payout. */
export function destinationParts(destination: Destination | null): Record<DestinationField, string | null> {
  return Object.fromEntries(
    DESTINATION_FIELDS.map((field) => [field, destination?.[ownName(field)] ?? null]),
  ) as Record<DestinationField, string | null>;
}
