import { nameKey } from '../contract/normalize.ts'
import type { Db, Fragment } from './db.ts'

/** The condition that a name contains a text, however either of them is written. */
export const nameContains = (db: Db, name: Fragment, part: string): Fragment =>
  db`position(${nameKey(part)} in name_key(${name})) > 0`
