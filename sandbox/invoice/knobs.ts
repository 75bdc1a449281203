import type { Db, Tx } from '../../server/db.ts'

/**
 * Ways in which the demo's 诺诺 goes otherwise than well: it issues an hour later, gives no answer to what it did, sends
 * no callback or two, fails with a reason, wants the drawer, has no credit left, cannot seal, or the buyer has booked
 * the invoice.
 */
export const knobs = [
  'delay',
  'loseAnswer',
  'loseCallback',
  'doubleCallback',
  'fail',
  'login',
  'identity',
  'noCredit',
  'failSeal',
  'booked',
] as const
export type Knob = (typeof knobs)[number]

/** Turns a knob for the next requests, of a buyer or of any. */
export async function turnKnob(
  db: Db,
  knob: Knob,
  {
    buyerName = null,
    reason = null,
    times = 1,
  }: { buyerName?: string | null; reason?: string | null; times?: number } = {},
): Promise<void> {
  await db`insert into sandbox_knobs ${db({ knob, buyerName, reason, times })}`
}

/** Those of some knobs that are turned for a request of a buyer, each counted down; with the reason of one that fails. */
export async function takeKnobs(
  tx: Tx,
  buyerName: string,
  among: readonly Knob[],
): Promise<Map<Knob, string | null>> {
  const rows = await tx<{ id: string; knob: Knob; reason: string | null }[]>`
    select id, knob, reason from sandbox_knobs
    where knob = any(${among as string[]}) and (buyer_name is null or buyer_name = ${buyerName})
    order by id for update`
  const ids = rows.map(({ id }) => id)
  await tx`delete from sandbox_knobs where id = any(${ids}) and times = 1`
  await tx`update sandbox_knobs set times = times - 1 where id = any(${ids})`
  return new Map(rows.map(({ knob, reason }) => [knob, reason]))
}
