import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Pool } from '../../../../server/db.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { payloadOf, signedBytes, type Stated, statedBytes } from '../rules.ts'
import { findKey } from './data.ts'

const place = 'certificate_keys.private_key'

/** Makes the next key, unless another caller has just done so: its number is taken once. */
async function makeKey(db: Pool, secrets: Secrets): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const [last] = await db<{ no: number }[]>`select coalesce(max(no), 0)::int as no from certificate_keys`
  const no = last!.no + 1
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  await db`
    insert into certificate_keys ${db({
      no,
      publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'),
      privateKeySealed: secrets.seal(place, String(no), pem),
    })}
    on conflict (no) do nothing`
}

/** Signs what a certificate says; gives the text its QR code carries. */
export type Signer = (stated: Stated) => string

/** The signer by the key of this year, which is made at its first use. */
export async function openSigner(db: Pool, secrets: Secrets): Promise<Signer> {
  if (!(await findKey(db))) await makeKey(db, secrets)
  const { no, privateKeySealed } = (await findKey(db))!
  const key = createPrivateKey(secrets.open(place, String(no), privateKeySealed))
  return (stated) => {
    const bytes = statedBytes(stated, no)
    return payloadOf(bytes, sign(null, signedBytes(bytes), key))
  }
}
