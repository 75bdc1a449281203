import { readFileSync } from 'node:fs'
import { OperatorError } from '../server/environment.ts'

/** A step of a database, and the checksum of its text; of rows older than checksums there is none. */
export interface Step {
  name: string
  checksum: string | null
}

/** The schema that the steps of before the first release led to, and the program that takes them. */
const ledTo: Step = {
  name: '0001-baseline.sql',
  checksum: '4a6409dfc97ea42f96aab5714d3fe64f5cbd2e9b94cb57650f9c6f520531ab44',
}
const program = '387169aa'

/** Earlier texts of steps, by their name, that brought about the same: written again for older servers. */
const sameAs: Readonly<Record<string, string>> = {
  '0016-names.sql': 'c929d027ffc04bf7b6c8fc670ee0e3946de34a063ae76289ed51771b94336512',
}

/**
 * The steps of a database, where those of before the first release count as the baseline they led to. Refuses a database
 * that has not all of them, or one of another text.
 */
export function takeOver(steps: readonly Step[]): Step[] {
  if (!steps.some(({ name }) => name === '0001-start.sql')) return [...steps]
  const former = new Map(
    readFileSync(new URL('takeover.sha256', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('  ').toReversed() as [string, string]),
  )
  const changed = steps.find(
    ({ name, checksum }) =>
      checksum !== null && former.has(name) && ![former.get(name), sameAs[name]].includes(checksum),
  )
  if (changed)
    throw new OperatorError(
      `This database was set up by another ${changed.name} than is known; start the version that set it up.`,
    )
  const done = new Set(steps.map(({ name }) => name))
  const missing = [...former.keys()].find((name) => !done.has(name))
  if (missing)
    throw new OperatorError(
      `This database is from before the first release and lacks ${missing}; start the version of commit ${program} on it once, then this one.`,
    )
  return [ledTo, ...steps.filter(({ name }) => !former.has(name))]
}
