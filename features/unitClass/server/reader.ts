import { cellReader } from '../../import/cell/rules.ts'
import type { ReaderOf } from '../../import/server/actions.ts'
import type { ImportColumn } from '../../import/rules.ts'
import { readPerson } from '../../student/people/rules.ts'

export interface PeopleSetup {
  /** By the database's clock, in China. */
  today: string
  columns: readonly ImportColumn[]
}

/** Reads rows of people, each by itself. */
export const reader: ReaderOf<PeopleSetup> = (setup, secrets) => {
  const read = cellReader(setup.columns, setup.today)
  return (row, places) => {
    const { values, problems } = read(row.cells, row.faults, places)
    return readPerson(values, problems, secrets.blindIndex)
  }
}
