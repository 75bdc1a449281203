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
  /** One more step before anything else: a second factor, asked for or set up. */
  stepNeeded: 428,
  tooMany: 429,
  overloaded: 503,
} as const
export type RespCode = (typeof respCodes)[keyof typeof respCodes]

export type Language = 'zh' | 'en'

export interface RefusalWords {
  readonly code: Exclude<RespCode, 200>
  /** What happened and what to do next, `{name}` standing for a value. */
  readonly zh: string
  readonly en: string
}

/** Declares a feature's refusals; a misspelt one does not compile. */
export function refusals<const R extends Record<string, RefusalWords>>(words: R): R {
  return words
}

/** A business refusal: expected, explained, and nothing has changed when it is thrown. */
export class Refusal extends Error {
  readonly words: RefusalWords
  readonly values: Readonly<Record<string, string | number>>
  /** The input field that was wrong, if one was. */
  readonly field: string | undefined

  constructor(words: RefusalWords, values: Record<string, string | number> = {}, field?: string) {
    super(words.en)
    this.name = 'Refusal'
    this.words = words
    this.values = values
    this.field = field
  }

  /** The sentence in the reader's language. */
  say(language: Language): string {
    return this.words[language].replace(/\{(\w+)\}/g, (whole, name: string) =>
      name in this.values ? String(this.values[name]) : whole,
    )
  }
}

/** Throws a refusal; written as a statement it reads as a sentence. */
export function refuse(words: RefusalWords, values?: Record<string, string | number>, field?: string): never {
  throw new Refusal(words, values, field)
}

/** Refusals that any feature may meet. */
export const commonRefusals = refusals({
  notSignedIn: { code: 401, zh: '请重新登录', en: 'Please sign in again' },
  notAllowed: { code: 403, zh: '您没有权限进行此操作', en: 'You may not do this' },
  passwordFirst: {
    code: 403,
    zh: '请先在“账号与安全”修改初始密码，再继续使用',
    en: 'Change the password you were given first, under account and security',
  },
  viewOnly: {
    code: 403,
    zh: '您正在以学员身份查看，只能浏览，不能操作；要处理业务请回到后台',
    en: 'You are looking on as the learner and can change nothing; go back to the office to act',
  },
  wholeProject: {
    code: 403,
    zh: '这项内容属于整个项目，您的角色只管理部分单位；请联系项目管理员',
    en: 'This belongs to the whole project and your role covers some units only; ask a project administrator',
  },
  notFound: { code: 404, zh: '没有找到这条记录', en: 'Nothing was found under this number' },
  unknownCall: { code: 404, zh: '没有这个接口', en: 'There is no such call' },
  badInput: { code: 422, zh: '{field}：{problem}', en: '{field}: {problem}' },
  tooMany: {
    code: 429,
    zh: '操作太频繁，请 {seconds} 秒后再试',
    en: 'Too many requests; try again in {seconds} s',
  },
  overloaded: { code: 503, zh: '系统繁忙，请稍后再试', en: 'The system is busy; please try again shortly' },
  illegal: {
    code: 409,
    zh: '当前状态为“{state}”，不能进行“{event}”',
    en: 'In state "{state}" the action "{event}" is not possible',
  },
  failure: {
    code: -1,
    zh: '系统出了点问题，您的操作没有完成。编号 {traceId}',
    en: 'Something went wrong and nothing was done. Reference {traceId}',
  },
})
