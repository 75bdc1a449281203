import { allFeatures } from '../app/features.ts'
import { sandboxFeature } from '../sandbox/feature.ts'
import { type OwnTable, serverTables } from '../server/feature.ts'

/** Every table, as its feature declares it. */
export const ownTables: Readonly<Record<string, OwnTable>> = Object.assign(
  {},
  serverTables,
  ...[...allFeatures, sandboxFeature].map(({ tables }) => tables),
)

/** Tables whose rows belong to a project as a whole: what everyone in it studies, signs in by and fills in. */
export const projectTables: ReadonlySet<string> = new Set(
  Object.entries(ownTables).flatMap(([table, own]) => ('of' in own ? table : [])),
)
