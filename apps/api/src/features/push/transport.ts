export type PushRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** Sends one message to an address that a browser gave. Answers with the status; throws where there is none. */
export type PushTransport = { send(request: PushRequest): Promise<number> };

/** The address is none that this server may ask: it leads into a private network. */
export class PushRefused extends Error {
  override name = 'PushRefused';
}
