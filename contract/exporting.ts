import { type TObject, type TProperties, Type } from 'typebox'
import { type Call, call, Nothing } from './call.ts'
import type { Bilingual } from './refusal.ts'

/** Rows that an export answers with at once; more are written by a job. */
export const streamedRows = 5000

/** Numbers of a person that lists show masked, and that an export may have in full for a reason. */
export type NumberKind = 'card' | 'mobile'

/** The export of a list: the same rows by the same filters, as a sheet. */
export interface ExportCall<C extends Call = Call> extends Call {
  readonly list: C
  /** The name of the sheet and its file, and the numbers in it that are masked. */
  readonly title: Bilingual
  readonly numbers: readonly NumberKind[]
}

/** The filters and the order of a list: its input without what chooses a page of it. A browser has no schemas. */
function filtersOf({ properties }: Partial<TObject>, needs: string | undefined): TProperties {
  if (!properties) return {}
  const { page: _page, limit: _limit, after: _after, ...filters } = properties
  return needs ? { ...filters, [needs]: Type.Required(Type.Object(filters)).properties[needs]! } : filters
}

/**
 * Declares the export of a list, for everyone who may see the list. Up to `streamedRows` masked rows are the
 * answer; more, or numbers in full, are refused (409) with the call that makes a file of them.
 */
export function exportOf<C extends Call>(
  list: C,
  path: string,
  options: {
    title: Bilingual
    numbers?: readonly NumberKind[]
    method?: 'GET' | 'POST'
    /** A filter without which it is not exported. */
    needs?: string
    /** The name of its input, where several exports of a list share it. */
    name?: string
  },
): ExportCall<C> {
  const { title, numbers = [], method = 'POST', needs, name } = options
  const unmasked: TProperties = numbers.length > 0 ? { unmasked: Type.Optional(Type.Boolean()) } : {}
  const declared = call(path, {
    allow: list.allow,
    wholeProject: list.wholeProject,
    method,
    reply: 'file',
    perMinute: 60,
    input: Type.Object(
      { ...filtersOf((list.input ?? {}) as Partial<TObject>, needs), ...unmasked },
      name ? { title: name } : {},
    ),
    output: Nothing,
    summary: `As a sheet, up to ${streamedRows} rows: ${list.summary}`,
  })
  return { ...declared, list, title, numbers }
}
