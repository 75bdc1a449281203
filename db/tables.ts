import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Owner {
  /** The folder of its `tables.sql`, as `features/order/server`. */
  folder: string
  sql: string
}

/** The owners so ordered that each comes after those whose tables and functions it names. */
function inOrder(owners: readonly Owner[]): Owner[] {
  // A word of a comment or of a text names no table.
  const named = new Map(owners.map((owner) => [owner, owner.sql.replace(/--.*$|'[^']*'/gm, '')]))
  const madeBy = owners.flatMap((owner) =>
    [...named.get(owner)!.matchAll(/create (?:or replace )?(?:table|view|function) (\w+)/g)].map(
      ([, name]) => ({ owner, name: new RegExp(`\\b${name}\\b`) }),
    ),
  )
  const needs = (owner: Owner) =>
    madeBy.filter((made) => made.owner !== owner && made.name.test(named.get(owner)!))
  const ordered: Owner[] = []
  const waiting = new Set(owners)
  while (waiting.size > 0) {
    const ready = [...waiting].find((owner) => needs(owner).every((made) => !waiting.has(made.owner)))
    if (!ready)
      throw new Error(`Tables need each other: ${[...waiting].map(({ folder }) => folder).join(', ')}`)
    ordered.push(ready)
    waiting.delete(ready)
  }
  return ordered
}

const owners = inOrder(
  globSync(['server/tables.sql', 'features/**/server/tables.sql'], { cwd: root })
    .sort()
    .map((file) => ({ folder: dirname(file), sql: readFileSync(`${root}${file}`, 'utf8') })),
)

/** Folders that own tables, each after those its tables point at. */
export const tableOwners: readonly string[] = owners.map(({ folder }) => folder)

/** The current schema of the whole database, as one script. */
export function allTables(): string {
  return owners.map(({ sql }) => sql).join('\n')
}
