import type { Tx } from '../../../server/db.ts'

/** Takes the owner of a closed account out of the rows of imports that are over; their numbers still add up. */
export async function eraseImportRows(
  tx: Tx,
  { accountId, name }: { accountId: string; name: string },
): Promise<void> {
  await tx`
    update import_rows r set label = ${name}, cells = '[]', draft = null, cells_sealed = null, card_index = null,
      card_sealed = null, mobile_index = null, mobile_sealed = null, key_hash = null, group_hash = null,
      part_hash = null, problems = '[]', notes = null, remarks = null
    from imports i, accounts a left join students s on s.account_id = a.id
    where a.id = ${accountId} and i.id = r.import_id and i.project_id = a.project_id
      and i.status in ('applied', 'failed', 'cancelled')
      and (r.target_id = a.id or r.card_index = s.card_index or r.mobile_index = a.mobile_index)`
}
