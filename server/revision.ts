import type { Lifecycle } from '../contract/lifecycle.ts'
import type { Bilingual, Language } from '../contract/refusal.ts'
import { yuan } from '../contract/money.ts'
import type { StaleChange } from '../contract/call.ts'
import { Stale } from '../contract/revision.ts'
import type { Tx } from './db.ts'
import { badInput } from './input.ts'

/** The label of a form field, and how its value is shown. */
export interface EditedField extends Bilingual {
  /** `long`: too long to show, or a reference; only that it changed is shown. */
  readonly as?: 'fen' | 'tenths' | 'percent' | 'moment' | 'long'
  /** Names of its values, where they are words of a closed set. */
  readonly values?: Readonly<Record<string, Bilingual>>
}

/** The status of a noun, said in the words of its lifecycle. */
export const statusField = <S extends string>(
  of: Pick<Lifecycle<S, never>, 'states' | 'stateName'>,
): EditedField => ({
  zh: '状态',
  en: 'Status',
  values: Object.fromEntries(of.states.map((state) => [state, of.stateName(state)])),
})

/** Entries that edits of one noun leave in the operation log, whose `after` carries the new revision. */
export interface EditedNoun {
  readonly subjectKind: string
  /** The actions of these entries, where the subject has edits of several nouns. */
  readonly actions?: readonly string[]
  /** Fields in the order of the form. What is not named here is no part of the form. */
  readonly fields: Readonly<Record<string, EditedField>>
}

const empty: Bilingual = { zh: '（无）', en: '(none)' }
const yesNo = { true: { zh: '是', en: 'yes' }, false: { zh: '否', en: 'no' } }

const moment = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Asia/Shanghai',
})

function sayValue(field: EditedField, value: unknown, language: Language): string | null {
  if (field.as === 'long') return null
  if (value === null || value === undefined || value === '') return empty[language]
  const words = { ...yesNo, ...field.values }[String(value) as 'true']
  if (words) return words[language]
  if (field.as === 'fen') return `¥${yuan(Number(value))}`
  if (field.as === 'tenths') return String(Number(value) / 10)
  if (field.as === 'percent') return `${Number(value) / 100}%`
  if (field.as === 'moment') return moment.format(new Date(String(value)))
  if (Array.isArray(value))
    return value.length === 0 ? empty[language] : value.join(language === 'zh' ? '、' : ', ')
  return typeof value === 'object' ? null : String(value)
}

interface Entry {
  before: Record<string, unknown> | null
  after: Record<string, unknown>
  by: string | null
  at: string
}

interface Change {
  field: string
  before: unknown
  after: unknown
  by: string | null
  at: string
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Changes of some entries together: a field from its first value to its last, by its last editor. */
function changesOf(noun: EditedNoun, entries: readonly Entry[]): Change[] {
  return Object.keys(noun.fields).flatMap((field) => {
    const steps = entries.filter(
      ({ before, after }) => field in after && !isSame(before?.[field], after[field]),
    )
    const [first, last] = [steps[0], steps.at(-1)]
    if (!first || !last || isSame(first.before?.[field], last.after[field])) return []
    return [{ field, before: first.before?.[field], after: last.after[field], by: last.by, at: last.at }]
  })
}

/**
 * Refuses an edit that was not read at the revision the row has now: 409 with what changed since, by whom and when;
 * 422 when it names none. The row is locked by the caller, so that of two edits the second sees the first.
 */
export async function assertCurrent(
  tx: Tx,
  edits: EditedNoun | (() => Promise<EditedNoun>),
  row: { id: string; name: string | Bilingual; revision: number },
  given: number | undefined,
): Promise<void> {
  if (given === undefined) throw badInput('revision', { zh: '必须填写', en: 'is required' })
  if (given === row.revision) return
  const noun = typeof edits === 'function' ? await edits() : edits
  const entries = await tx<Entry[]>`
    select l.before, l.after, a.user_name as by, l.created_at as at
    from operation_logs l left join accounts a on a.id = l.actor_id
    where l.subject_kind = ${noun.subjectKind} and l.subject_id = ${row.id}
      and (l.after->>'revision')::int > ${given}
      ${noun.actions ? tx`and l.action = any(${noun.actions as string[]})` : tx``}
    order by (l.after->>'revision')::int`
  const changes = changesOf(noun, entries)
  throw new Stale(row.name, (language) =>
    changes.map(({ field, before, after, by, at }): StaleChange => {
      const words = noun.fields[field]!
      return {
        field,
        label: words[language],
        by,
        at,
        before: sayValue(words, before, language),
        after: sayValue(words, after, language),
      }
    }),
  )
}
