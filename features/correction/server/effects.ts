import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { type Db, rowsOf, type Tx } from '../../../server/db.ts'
import { HourAttribute } from '../../hours/rules.ts'
import type { CorrectionEffects } from '../contract.ts'

const CertificateRow = Type.Object({
  id: Type.String(),
  number: Type.String(),
  className: Type.String(),
  year: Type.Integer(),
  status: Type.String(),
  printCount: Type.Integer(),
  reissueOf: Nullable(Type.String()),
})
const HoursRow = Type.Object({
  year: Type.Integer(),
  classType: Type.String(),
  attribute: HourAttribute,
  tenths: Type.Integer(),
})

/** A learner's certificates and hours at a moment of a transaction. */
async function recordOf(db: Db, accountId: string) {
  return {
    certificates: rowsOf(
      CertificateRow,
      await db`
        select id, number, holder->>'className' as class_name, (holder->>'year')::int as year, status, print_count,
          reissue_of
        from certificates where account_id = ${accountId} order by issued_at, id`,
    ),
    hours: rowsOf(
      HoursRow,
      await db`
        select year, class_type, attribute, sum(hours_tenths)::int as tenths
        from hour_entries where account_id = ${accountId}
        group by year, class_type, attribute order by year, class_type, attribute`,
    ),
  }
}
type LearnerRecord = Awaited<ReturnType<typeof recordOf>>

const keyOf = ({ year, classType, attribute }: Static<typeof HoursRow>) => `${year} ${classType} ${attribute}`

function differences(before: LearnerRecord, after: LearnerRecord): CorrectionEffects {
  const known = new Map(before.certificates.map((one) => [one.id, one]))
  const certificates = after.certificates.flatMap((one): CorrectionEffects['certificates'] => {
    const { id, number, className, year, status } = one
    const was = known.get(id)
    if (was?.status === 'valid' && status === 'revoked') {
      return [{ event: 'revoked', className, year, number, printCount: was.printCount, current: null }]
    }
    if (was) return []
    const old = one.reissueOf === null ? undefined : known.get(one.reissueOf)
    return [
      {
        event: old ? 'reissued' : 'issued',
        className,
        year,
        number: old?.number ?? null,
        printCount: old?.printCount ?? 0,
        current: { id, number },
      },
    ]
  })
  const earlier = new Map(before.hours.map((line) => [keyOf(line), line.tenths]))
  const hours = after.hours.flatMap(({ tenths, ...line }) => {
    const had = earlier.get(keyOf({ ...line, tenths })) ?? 0
    return had === tenths ? [] : [{ ...line, before: had, after: tenths }]
  })
  return { certificates, hours }
}

/** Runs a change of a learner's record in its transaction, and gives with its result what became of it. */
export async function withEffects<T>(
  tx: Tx,
  accountId: string,
  change: () => Promise<T>,
): Promise<{ result: T; effects: CorrectionEffects }> {
  const before = await recordOf(tx, accountId)
  const result = await change()
  return { result, effects: differences(before, await recordOf(tx, accountId)) }
}
