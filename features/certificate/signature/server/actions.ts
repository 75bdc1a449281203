import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { auditAll } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { payloadOf, signedBytes, type Stated, statedBytes, type WithdrawalKind } from '../rules.ts'
import { findKey } from './data.ts'

const place = 'certificate_keys.private_key'

/** Makes the next key, unless another caller has just done so: its number is taken once. */
async function makeKey(db: Db, secrets: Secrets): Promise<void> {
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
export async function openSigner(db: Db, secrets: Secrets): Promise<Signer> {
  if (!(await findKey(db))) await makeKey(db, secrets)
  const { no, privateKeySealed } = (await findKey(db))!
  const key = createPrivateKey(secrets.open(place, String(no), privateKeySealed))
  return (stated) => {
    const bytes = statedBytes(stated, no)
    return payloadOf(bytes, sign(null, signedBytes(bytes), key))
  }
}

/**
 * Withdraws a key by its number: it signs nothing more, and where it was the one that signs, the next is made. Written
 * down in the log of every project, since each has certificates that it signed. Returns the number of the key that signs
 * now; null for a key there is not, or that was withdrawn before.
 */
export async function withdrawKey(
  tx: Tx,
  secrets: Secrets,
  { no, kind, reason }: { no: number; kind: WithdrawalKind; reason: string },
): Promise<number | null> {
  const withdrawn = await tx`
    update certificate_keys set withdrawn_at = moment(), withdrawn_for = ${kind}
    where no = ${no} and withdrawn_at is null returning no`
  if (withdrawn.length === 0) return null
  if (!(await findKey(tx))) await makeKey(tx, secrets)
  const signing = (await findKey(tx))!.no
  // A portal without a project has the entry all the same.
  const projects = await tx<{ id: string | null }[]>`
    select p.id from (select) as one left join projects p on true order by p.id`
  await auditAll(
    tx,
    projects.map(({ id }) => ({
      by: null,
      ...(id && { projectId: id }),
      action: 'certificateKey.withdraw',
      subjectKind: 'certificateKey',
      subjectId: String(no),
      after: { withdrawnFor: kind, signing },
      reason,
    })),
  )
  return signing
}
