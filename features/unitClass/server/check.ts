import type { Fragment, Tx } from '../../../server/db.ts'
import type { FoundImport } from '../../import/server/actions.ts'
import { judgePeopleRows } from '../../student/people/server/actions.ts'
import type { UnitClassFacts } from './data.ts'
import { problemOf } from './person.ts'

/** Judges staged people: who each is, and why they cannot have a place. */
export const checkPeopleRows = (
  tx: Tx,
  found: FoundImport,
  facts: UnitClassFacts,
  { createUnknown, listedIsSame }: { createUnknown: boolean; listedIsSame: boolean },
  among: Fragment,
): Promise<void> =>
  judgePeopleRows(
    tx,
    found,
    {
      createUnknown,
      // Of the account that the row was found to be, as `a`.
      problem: () => problemOf(tx, facts),
      outcome: (accountId) => tx`
        case when ${listedIsSame} and exists (select from unit_class_people l
          where l.unit_class_id = ${facts.id} and l.account_id = ${accountId}) then 'same' end`,
    },
    among,
  )
