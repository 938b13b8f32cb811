import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type Encoded = Parameters<typeof isoCBOR.encode>[0];
type Asked = { challenge: string; rpId: string };

const hashed = (text: string | Buffer) => createHash("sha256").update(text).digest();
const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** The bits of an answer: somebody was there (1), and proved to be the owner (4); a new key is inside (64). */
const [present, verified, withKey] = [1, 4, 64];

/**
 * A device that makes one passkey and signs with it, as WebAuthn (Level 3) describes. `origin` is the page that asks; a
 * device that counts says how often it signed.
 */
export function passkeyDevice({ origin, counts = false }: { origin: string; counts?: boolean }) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(16);
  let signed = 0;
  const data = ({ rpId, flags, key = [] }: { rpId: string; flags: number; key?: Uint8Array[] }) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counts ? (signed += 1) : 0);
    return Buffer.concat([hashed(rpId), Buffer.from([flags]), count, ...key]);
  };
  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin }));
  return {
    /** Makes the passkey. */
    make: ({ challenge, rpId }: Asked) => {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const coordinates: [number, Uint8Array<ArrayBuffer>][] = [
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ];
      // an ES256 key in COSE's numbers
      const cose = isoCBOR.encode(new Map<number, number | Uint8Array>([[1, 2], [3, -7], [-1, 1], ...coordinates]));
      const key = [Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, cose];
      const authData = new Uint8Array(data({ rpId, flags: present | verified | withKey, key }));
      const attestation = isoCBOR.encode(
        new Map<string, Encoded>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", authData],
        ]),
      );
      const clientDataJson = encoded(clientData("webauthn.create", challenge));
      return { id: encoded(credentialId), clientDataJson, attestation: encoded(attestation) };
    },
    /** Signs a challenge; without `owner`, it did not check who holds it. */
    sign: ({ challenge, rpId }: Asked, { owner = true } = {}) => {
      const authenticatorData = data({ rpId, flags: owner ? present | verified : present });
      const client = clientData("webauthn.get", challenge);
      const signature = sign("sha256", Buffer.concat([authenticatorData, hashed(client)]), privateKey);
      return {
        id: encoded(credentialId),
        clientDataJson: encoded(client),
        authenticatorData: encoded(authenticatorData),
        signature: encoded(signature),
      };
    },
    /** A copy of the device as it is now. */
    countFrom: (count: number) => void (signed = count),
  };
}
