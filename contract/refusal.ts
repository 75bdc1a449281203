import { fill } from './fill.ts'
/**
 * respCodes of the contract. 200 is success; -1 is a failure shown as an error; the others are warnings.
 * 404 answers alike for what is absent and what is out of the caller's scope.
 */
export const respCodes = {
  success: 200,
  failure: -1,
  notSignedIn: 401,
  notAllowed: 403,
  notFound: 404,
  illegalTransition: 409,
  badInput: 422,
  /** One more step before anything else: a second factor, to be entered or set up. */
  stepNeeded: 428,
  tooMany: 429,
  overloaded: 503,
} as const
type RespCode = (typeof respCodes)[keyof typeof respCodes]

export type Language = 'zh' | 'en'

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>

export interface RefusalWords {
  readonly code: Exclude<RespCode, 200>
  /** The event and the next step, filled by `fill`. */
  readonly zh: string
  readonly en: string
}

/** Names of the slots in a sentence: `'“{name}”有 {count} 人'` has `name` and `count`. */
type NamesIn<T extends string> = T extends `${string}{${infer Slot}}${infer Rest}`
  ? (Slot extends `${infer Name}|${string}` ? Name : Slot) | NamesIn<Rest>
  : never

/** Both sentences name the same values; where English names others, it has no type that it could have. */
type Checked<R extends Record<string, RefusalWords>> = {
  readonly [K in keyof R]: [NamesIn<R[K]['zh']>, NamesIn<R[K]['en']>] extends [
    NamesIn<R[K]['en']>,
    NamesIn<R[K]['zh']>,
  ]
    ? RefusalWords
    : RefusalWords & { readonly en: never }
}

/**
 * Declares a feature's refusals; a misspelt one does not compile, nor one that names in one language what the other
 * does not.
 */
export function refusals<const R extends Record<string, RefusalWords>>(words: R & Checked<R>): R {
  return words
}

/** The value for a `{name}`: the same in both languages, a text of each, or several that each language joins. */
export type RefusalValue = string | number | Bilingual | readonly (string | number | Bilingual)[]

type Values<W extends RefusalWords> = string extends W['zh' | 'en']
  ? Readonly<Record<string, RefusalValue>>
  : { readonly [N in NamesIn<W['zh' | 'en']>]: RefusalValue }

/**
 * The values of a sentence, which may be left out where it names none, and the input field that was wrong, if one was.
 */
type Given<W extends RefusalWords> = string extends keyof Values<W>
  ? [values?: Values<W>, field?: string]
  : keyof Values<W> extends never
    ? [values?: Readonly<Record<string, never>>, field?: string]
    : [values: Values<W>, field?: string]

/** A name in the quotation marks of each language. */
export const quoted = (name: string): Bilingual => ({ zh: `“${name}”`, en: `“${name}”` })

function sayValue(value: RefusalValue, language: Language): string {
  if (typeof value !== 'object') return String(value)
  if ('zh' in value) return value[language]
  return value.map((each) => sayValue(each, language)).join(language === 'zh' ? '、' : ', ')
}

/** A sentence with its values, in a language. */
export function sayFilled(
  sentence: Bilingual,
  values: Readonly<Record<string, RefusalValue>>,
  language: Language,
): string {
  const said = Object.entries(values).map(([name, value]) => [name, sayValue(value, language)] as const)
  return fill(sentence[language], Object.fromEntries(said))
}

/** A business refusal: expected, explained, and nothing has changed when it is thrown. */
export class Refusal<const W extends RefusalWords = RefusalWords> extends Error {
  readonly words: RefusalWords
  readonly values: Readonly<Record<string, RefusalValue>>
  /** The input field that was wrong, if one was. */
  readonly field: string | undefined

  constructor(words: W, ...[values, field]: Given<W>) {
    super(words.en)
    this.name = 'Refusal'
    this.words = words
    this.values = values ?? {}
    this.field = field
  }

  /** The sentence in the reader's language. */
  say(language: Language): string {
    return sayFilled(this.words, this.values, language)
  }

  /** Returns the problem with the field, for use after its name; undefined if the sentence names no field. */
  sayProblem(language: Language): string | undefined {
    const { problem } = this.values
    return problem === undefined ? undefined : sayValue(problem, language)
  }
}

/** Several refusals at once, each on a line: who mends the one is not sent back for the next. */
export class Refusals extends Refusal {
  readonly all: readonly Refusal[]

  constructor(all: readonly [Refusal, ...Refusal[]]) {
    super(all[0].words, all[0].values, all[0].field)
    this.all = all
  }

  override say(language: Language): string {
    return this.all.map((refusal) => refusal.say(language)).join('\n')
  }
}

/** Throws a refusal; written as a statement it reads as a sentence. */
export function refuse<const W extends RefusalWords>(words: W, ...given: Given<W>): never {
  throw new Refusal(words, ...given)
}

/** Pages also show it when the session has ended; exported separately so that a page bundles no other refusal texts. */
export const notSignedIn = { code: 401, zh: '请重新登录', en: 'Please sign in again' } as const

/** Refusals that any feature may meet. */
export const commonRefusals = refusals({
  notSignedIn,
  notAllowed: { code: 403, zh: '您没有权限进行此操作', en: 'You do not have permission to do this' },
  passwordFirst: {
    code: 403,
    zh: '请先在“账号与安全”修改初始密码，再继续使用',
    en: 'First change your initial password under “Account and security”',
  },
  agreeFirst: {
    code: 403,
    zh: '用户协议有新版本，请先阅读并同意，再继续使用',
    en: 'There is a new version of the user agreement; read and accept it first',
  },
  viewOnly: {
    code: 403,
    zh: '您正在以学员身份查看，只能浏览，不能操作；要处理业务请回到后台',
    en: 'You are viewing as the learner and cannot change anything; return to the back office to act',
  },
  wholeProject: {
    code: 403,
    zh: '这项内容属于整个项目，您的角色只管理部分单位；请联系项目管理员',
    en: 'This belongs to the whole project, but your role covers only some units; ask a project administrator',
  },
  otherSite: {
    code: 403,
    zh: '这个请求来自其他网站的页面，没有执行；请在本平台的页面上操作',
    en: 'This request came from a page of another site and was not carried out; please use the portal’s own pages',
  },
  notFound: { code: 404, zh: '没有找到这条记录', en: 'Record not found' },
  unknownCall: { code: 404, zh: '没有这个接口', en: 'No such endpoint' },
  badInput: { code: 422, zh: '{field}：{problem}', en: '{field}: {problem}' },
  tooMany: {
    code: 429,
    zh: '操作太频繁，请 {seconds} 秒后再试',
    en: 'Too many requests; try again in {seconds} s',
  },
  unreadable: {
    code: 409,
    zh: '加密保存的资料与这条记录不符，不予显示；已记入日志，请联系平台管理员',
    en: 'A sealed value does not belong to this record and is not shown. It has been logged; ask the administrator',
  },
  overloaded: { code: 503, zh: '系统繁忙，请稍后再试', en: 'The system is busy; please try again shortly' },
  failure: {
    code: -1,
    zh: '系统出了点问题，您的操作没有完成。编号 {traceId}',
    en: 'Something went wrong and nothing was done. Reference {traceId}',
  },
})
