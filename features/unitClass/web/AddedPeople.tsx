import type { ReactNode } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { useBilingual } from '../../../web/words.ts'
import type { PastedResult, unitClassCalls } from '../contract.ts'
import './UnitClass.css'
import { useUnitClassWords } from './words.ts'

/** People who are named of those with one reason. */
const named = 10

/** Count of those who joined a roster, and those who did not by the reason with its remedy; below it what comes next. */
export function AddedPeople({
  answer: { added, rows },
  children,
}: {
  answer: OutputOf<typeof unitClassCalls.addPeople>
  children?: ReactNode
}) {
  const say = useUnitClassWords()
  const either = useBilingual()
  const out = rows.filter(({ problems }) => problems.length > 0)
  const byReason = new Map<string, PastedResult[]>()
  for (const row of out) {
    const { code } = row.problems[0]!
    byReason.set(code, [...(byReason.get(code) ?? []), row])
  }
  const namesOf = (people: readonly PastedResult[]) => {
    const names = people.flatMap(({ realName }) => realName ?? []).slice(0, named)
    const said = names.join(say('comma'))
    return people.length > names.length && said ? say('andOthers', { names: said }) : said
  }
  const nobody = rows.length === 0
  return (
    <div className="k-stack" role="status">
      <strong>{nobody ? say('nobodyAgain') : say('addedNow', { count: added })}</strong>
      {byReason.size > 0 && (
        <ul className="k-list k-stack" aria-label={say('notAdded', { count: out.length })}>
          {[...byReason.values()].map((people) => {
            const { zh, en, code, fix } = people[0]!.problems[0]!
            return (
              <li key={code} className="k-box unit-class-line">
                <span className="k-warn">{either(zh, en)}</span> · {say('notAdded', { count: people.length })}
                <div>{namesOf(people)}</div>
                {fix && <div className="k-caption">{either(fix.zh, fix.en)}</div>}
              </li>
            )
          })}
        </ul>
      )}
      {children && <div>{children}</div>}
    </div>
  )
}
