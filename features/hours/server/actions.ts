import type { Tx } from '../../../server/db.ts'
import type { HourAttribute } from '../rules.ts'

export interface EarnedHours {
  projectId: string
  accountId: string
  enrolmentId: string
  year: number
  classType: string
  /** What the ledger line is called: the class's name. */
  title: string
  /** Hours in tenths by attribute; a zero writes no line. */
  hoursTenths: Record<HourAttribute, number>
}

/** Writes what a passed class earned into the ledger; a second time for the same enrolment writes nothing. */
export async function earnHours(tx: Tx, earned: EarnedHours): Promise<void> {
  const { hoursTenths, ...line } = earned
  const lines = (['required', 'elective'] as const)
    .filter((attribute) => hoursTenths[attribute] > 0)
    .map((attribute) => ({ ...line, attribute, hoursTenths: hoursTenths[attribute], source: 'class' }))
  if (lines.length === 0) return
  await tx`
    insert into hour_entries ${tx(lines)}
    on conflict (enrolment_id, attribute) where source = 'class' do nothing`
}
