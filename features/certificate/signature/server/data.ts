import type { Db } from '../../../../server/db.ts'
import type { PublishedKey, Withdrawal } from '../rules.ts'

/** The key that signs at present: the newest, for a year, unless withdrawn; null where a new one is due. */
export async function findKey(db: Db): Promise<{ no: number; privateKeySealed: Buffer } | null> {
  const [row] = await db<{ no: number; privateKeySealed: Buffer }[]>`
    select no, private_key_sealed from certificate_keys
    where created_at > moment() - interval '1 year' and withdrawn_at is null order by no desc limit 1`
  return row ?? null
}

/** All keys there were, which verify what each of them signed; withdrawn ones named as such. */
export async function listKeys(db: Db): Promise<PublishedKey[]> {
  const rows = await db<
    { no: number; key: string; at: string | null; reason: Withdrawal['reason'] | null }[]
  >`
    select no::int, encode(public_key, 'hex') as key, withdrawn_at as at, withdrawn_for as reason
    from certificate_keys order by no`
  return rows.map(({ no, key, at, reason }) =>
    at && reason ? { no, key, withdrawn: { at, reason } } : { no, key },
  )
}
