import type { Db } from '../../../../server/db.ts'
import type { PublishedKey } from '../rules.ts'

/** The key that signs at present: the newest, for a year; null where a new one is due. */
export async function findKey(db: Db): Promise<{ no: number; privateKeySealed: Buffer } | null> {
  const [row] = await db<{ no: number; privateKeySealed: Buffer }[]>`
    select no, private_key_sealed from certificate_keys
    where created_at > moment() - interval '1 year' order by no desc limit 1`
  return row ?? null
}

/** All keys there were, which verify what each of them signed. */
export async function listKeys(db: Db): Promise<PublishedKey[]> {
  return db<
    PublishedKey[]
  >`select no::int, encode(public_key, 'hex') as key from certificate_keys order by no`
}
