import type { World } from '../harness.ts'
import type { BuiltAccount } from './portal.ts'

/** Links two accounts as one person's own. */
export async function linkAccounts(
  { db }: World,
  one: Pick<BuiltAccount, 'accountId'>,
  other: Pick<BuiltAccount, 'accountId'>,
): Promise<void> {
  const { accountId } = one
  await db`
    insert into account_links ${db({ accountId, linkedId: other.accountId, proof: Buffer.from('proof') })}`
}
