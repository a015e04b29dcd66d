import * as z from 'zod/mini';
import { exportQueryOf, id, line, pageList, pageQueryOf, paragraph, time } from './common.ts';
import { COUNTRIES } from './countries.ts';
import { clientReason } from './said-to-clients.ts';
import { messages } from './messages.ts';

export const identitySide = z.enum(['front', 'back']);

/** One picture of an identity document, and what became of it. */
export const identityDocument = z.strictObject({
  /** For GET /files/:id; shown to its owner and to staff. */
  file: id,
  status: z.enum(['pending', 'approved', 'declined']),
  reason: z.nullable(z.string()),
  submitted_at: time,
});
export type IdentityDocument = z.infer<typeof identityDocument>;

/** When an approved document expires and is looked at again. */
export const identityDates = z.strictObject({
  expires_on: z.nullable(z.iso.date()),
  review_on: z.iso.date(),
  validity: z.enum(['valid', 'expiring', 'expired']),
  recorded_at: time,
});
export type IdentityDates = z.infer<typeof identityDates>;

export const identity = z.strictObject({
  status: z.enum(['none', 'pending', 'approved', 'declined']),
  is_verified: z.boolean(),
  front: z.nullable(identityDocument),
  back: z.nullable(identityDocument),
  submitted_at: z.nullable(time),
  decided_at: z.nullable(time),
  dates: z.nullable(identityDates),
});
export type Identity = z.infer<typeof identity>;

const { details } = messages.identity;
const birthday = z.iso.date({ error: details.dateOfBirth });
const country = (required: string) =>
  z.string({ error: required }).check(z.refine((code) => COUNTRIES.includes(code), { error: required }));

export const SOURCES_OF_FUNDS = [
  'salary',
  'business',
  'savings',
  'investments',
  'property',
  'inheritance',
  'gift',
  'pension',
  'other',
] as const;

/** What a person says about themselves, in live mode before the documents. */
export const personalDetailsBody = z.strictObject({
  date_of_birth: birthday,
  residence: country(details.residence),
  nationality: country(details.nationality),
  street: line(200, details.street),
  city: line(100, details.city),
  postal_code: z.nullable(line(20, details.postalCode)),
  tax_number: z.nullable(line(40, details.taxNumber)),
  source_of_funds: z.enum(SOURCES_OF_FUNDS, { error: details.sourceOfFunds }),
  source_detail: z.nullable(paragraph(500, details.sourceDetail)),
});
export const personalDetails = z.strictObject({
  ...personalDetailsBody.shape,
  residence: z.string(),
  nationality: z.string(),
  submitted_at: time,
});
export type PersonalDetails = z.infer<typeof personalDetails>;
export const ownDetails = z.strictObject({ details: z.nullable(personalDetails) });
/** When a client's name was compared with lists last, and with which version of them. */
export const lastScreening = z.strictObject({
  at: time,
  list_sha256: z.string(),
  list_read_at: time,
  people: z.number(),
  matches: z.number(),
});
/** All that they said, the newest first: that is what counts. */
export const personalDetailsVersions = z.strictObject({
  versions: z.array(personalDetails),
  screening: z.nullable(lastScreening),
});
export type PersonalDetailsVersions = z.infer<typeof personalDetailsVersions>;

/** Documents that show where a client's money comes from, by their kind. Each is the field that a picture is sent in. */
export const FUNDS_DOCUMENT_KINDS = [
  'payslip',
  'bank_statement',
  'tax_return',
  'sale_or_inheritance',
  'other',
] as const;
export type FundsDocumentKind = (typeof FUNDS_DOCUMENT_KINDS)[number];
export const fundsDocument = z.strictObject({
  id,
  kind: z.enum(FUNDS_DOCUMENT_KINDS),
  /** For GET /files/:id; shown to its owner and to staff. */
  file: id,
  submitted_at: time,
  reviewed_at: z.nullable(time),
});
export type FundsDocument = z.infer<typeof fundsDocument>;
/** All that a client sent, the newest first, and how many more they can send. */
export const fundsDocuments = z.strictObject({ documents: z.array(fundsDocument), left: z.number() });
export type FundsDocuments = z.infer<typeof fundsDocuments>;
/** Names the newest document that was seen: a newer one waits on. */
export const reviewFundsBody = z.strictObject({ newest: id });

/** Its id is its person's: there is one verification a person. */
export const adminVerification = z.strictObject({
  id,
  user_email: z.string(),
  user_fullname: z.string(),
  /** What was sent last. A decision may name it, and is refused where something newer has been sent. */
  submission: id,
  status: z.enum(['pending', 'approved', 'declined']),
  is_verified: z.boolean(),
  front: z.nullable(identityDocument),
  back: z.nullable(identityDocument),
  submitted_at: time,
  decided_at: z.nullable(time),
  dates: z.nullable(identityDates),
});
export type AdminVerification = z.infer<typeof adminVerification>;
export const adminVerificationPage = pageList(adminVerification);
const states = ['pending', 'approved', 'declined'] as const;
/** What is asked of the document of an approval that stands. */
export const DATE_FILTERS = ['expired', 'expiring', 'review_due', 'no_dates'] as const;
const verificationFilter = [...states, ...DATE_FILTERS] as const;
export const adminVerificationsQuery = pageQueryOf('verifications', verificationFilter);
export const adminVerificationsExportQuery = exportQueryOf(verificationFilter);

const submission = z.optional(id);
const { dates } = messages.identity;
const documentDates = {
  /** The last day on which the document is valid. Null says that it has no expiry date. */
  expires_on: z.nullable(z.iso.date({ error: dates.expiry })),
  /** Left out: when it expires, in five years at the latest; in two where it never does. */
  review_on: z.optional(z.iso.date({ error: dates.review })),
};

export const verificationDecisionBody = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('approve'),
    ...documentDates,
    /** Left out in demo mode: no date is recorded. A live site wants one. */
    expires_on: z.optional(documentDates.expires_on),
    submission,
  }),
  z.strictObject({
    decision: z.literal('reject'),
    reason: clientReason(messages.identity.reasonRequired),
    /** The documents that are declined; left out: all that were waiting. A waiting one that is not named is accepted. */
    documents: z.optional(
      z
        .array(identitySide, { error: messages.identity.documentsUnknown })
        .check(
          z.minLength(1, { error: messages.identity.documentsUnknown }),
          z.maxLength(2, { error: messages.identity.documentsUnknown }),
        ),
    ),
    submission,
  }),
]);

/** Dates that were not recorded with the approval, or not rightly. */
export const recordDatesBody = z.strictObject({
  ...documentDates,
  reason: clientReason(messages.identity.reasonRequired),
});

export const sourceOfFundsBody = z.strictObject({
  /** Whether documents show where the client's money comes from. */
  documented: z.boolean(),
  reason: clientReason(messages.identity.reasonRequired),
});
