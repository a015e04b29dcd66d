import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Creation = { challenge: string; rp: { id: string } };
type Request = { challenge: string; rpId: string };
type Given = { origin: string; verified?: boolean; backedUp?: boolean };
/** What it says of its maker, signed by its own key. */
type Attested = { format: string; certificates?: Uint8Array[] };

const PRESENT = 0x01;
const VERIFIED = 0x04;
const MAY_BE_COPIED = 0x08;
const IS_COPIED = 0x10;
const HAS_KEY = 0x40;
/** An ECDSA signature with SHA-256 on P-256, by the numbers of COSE. */
const ES256 = { kty: 2, alg: -7, crv: 1 } as const;
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** A device that holds passkeys, in code: it makes a key pair, signs and counts as a real one does, and can be copied. */
export class SoftwarePasskey {
  readonly id: string;
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject };
  count: number;

  constructor(from?: SoftwarePasskey, { counts = true }: { counts?: boolean } = {}) {
    this.id = from?.id ?? randomBytes(16).toString('base64url');
    this.#keys = from ? from.#keys : generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.count = from?.count ?? (counts ? 0 : -1);
  }

  /** The same key in another device, as of now. */
  copy(): SoftwarePasskey {
    return new SoftwarePasskey(this);
  }

  /** What a browser hands on of a passkey that was just made. */
  made({ challenge, rp }: Creation, given: Given, as: Attested = { format: 'none' }) {
    const key = this.#keys.publicKey.export({ format: 'jwk' });
    const cose = new Map<number, number | Uint8Array>([
      [1, ES256.kty],
      [3, ES256.alg],
      [-1, ES256.crv],
      [-2, new Uint8Array(Buffer.from(key.x ?? '', 'base64url'))],
      [-3, new Uint8Array(Buffer.from(key.y ?? '', 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.#head(rp.id, HAS_KEY, given),
      Buffer.alloc(16),
      length,
      id,
      Buffer.from(isoCBOR.encode(cose)),
    ]);
    const said = clientData('webauthn.create', challenge, given.origin);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(said)]))
      .sign(this.#keys.privateKey);
    const statement = new Map<string, number | Uint8Array | Uint8Array[]>();
    if (as.format !== 'none') {
      statement.set('alg', ES256.alg);
      statement.set('sig', new Uint8Array(signature));
    }
    if (as.certificates) statement.set('x5c', as.certificates);
    const attestation = new Map<string, string | Uint8Array | typeof statement>([
      ['fmt', as.format],
      ['attStmt', statement],
      ['authData', new Uint8Array(data)],
    ]);
    return {
      id: this.id,
      client_data: said.toString('base64url'),
      attestation: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    };
  }

  /** What a browser hands on of a passkey that signed. */
  signed({ challenge, rpId }: Request, given: Given) {
    const said = clientData('webauthn.get', challenge, given.origin);
    const data = this.#head(rpId, 0, given);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(said)]))
      .sign(this.#keys.privateKey);
    return {
      id: this.id,
      client_data: said.toString('base64url'),
      authenticator_data: data.toString('base64url'),
      signature: signature.toString('base64url'),
    };
  }

  #head(rpId: string, more: number, { verified = true, backedUp = false }: Given): Buffer {
    const counts = this.count >= 0;
    if (counts) this.count += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counts ? this.count : 0);
    const flags = PRESENT | (verified ? VERIFIED : 0) | (backedUp ? MAY_BE_COPIED | IS_COPIED : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
