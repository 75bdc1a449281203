import { type Static, Type } from 'typebox'
import { Id, type StaleChange } from './call.ts'
import { type Bilingual, type Language, Refusal, refusals } from './refusal.ts'
import { mostNamed } from './selection.ts'

/**
 * Counts how often the edited record was saved. An edit names the revision it was read at; an older one is
 * refused, so that nobody overwrites what they have not seen. Required with an id, absent for what is new.
 */
export const Revision = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** The rows of a batch, each at the revision its reader saw. */
export const RevisedRows = Type.Array(Type.Object({ id: Id, revision: Revision }), {
  minItems: 1,
  maxItems: mostNamed,
})
export type RevisedRows = Static<typeof RevisedRows>

export const staleRefusals = refusals({
  changed: {
    code: 409,
    zh: '“{name}”在您打开之后已被修改，您的修改没有保存：{changes}。请载入最新内容后再保存',
    en: '“{name}” was changed after you opened it and your changes were not saved: {changes}. Load the latest values and save again',
  },
  saved: {
    code: 409,
    zh: '“{name}”在您打开之后又被保存过，您的修改没有保存。请载入最新内容后再保存',
    en: '“{name}” was saved again after you opened it and your changes were not saved. Load the latest values and save again',
  },
})

/** At most so many changes are written out in the sentence; the form lists all. */
const spoken = 5

/** Refuses (409) an edit of what somebody saved meanwhile, with who changed what and when. */
export class Stale extends Refusal {
  readonly changesIn: (language: Language) => StaleChange[]

  constructor(name: string | Bilingual, changesIn: (language: Language) => StaleChange[]) {
    const [zh, en] = [changesIn('zh'), changesIn('en')]
    const changes = { zh: sayChanges(zh, 'zh'), en: sayChanges(en, 'en') }
    super(zh.length > 0 ? staleRefusals.changed : staleRefusals.saved, { name, changes })
    this.changesIn = changesIn
  }
}

function sayChanges(changes: readonly StaleChange[], language: Language): string {
  const lines = changes.slice(0, spoken).map((change) => sayChange(change, language))
  const rest = changes.length - lines.length
  if (rest > 0) lines.push(language === 'zh' ? `另有 ${rest} 项` : `${rest} more`)
  return lines.join(language === 'zh' ? '；' : '; ')
}

const clock = new Intl.DateTimeFormat('en-GB', {
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Shanghai',
})

/** "11-22 10:32", as the clock in China has it. */
function sayMoment(at: string): string {
  const part = Object.fromEntries(clock.formatToParts(new Date(at)).map(({ type, value }) => [type, value]))
  return `${part.month}-${part.day} ${part.hour}:${part.minute}`
}

/** "张三 11-22 10:32 售价 ¥100.00 → ¥199.00". */
function sayChange({ label, before, after, by, at }: StaleChange, language: Language): string {
  const who = by ?? (language === 'zh' ? '系统' : 'the system')
  const values = before === null || after === null ? '' : ` ${before} → ${after}`
  return `${who} ${sayMoment(at)} ${label}${values}`
}
