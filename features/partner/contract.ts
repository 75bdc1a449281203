import { type Static, Type } from 'typebox'
import { call, Id, Keyword, Moment, Name, Nothing, OneOf, Text } from '../../contract/call.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'

/** The hand-over protocols of partners. */
export const partnerKinds = ['standard', 'bx', 'jnzj'] as const
export type PartnerKind = (typeof partnerKinds)[number]
export const PartnerKind = OneOf(partnerKinds)

/** Fields a partner sends with a person; everything but `sign` is signed. */
export const HandOver = Type.Object({
  /** The partner's code. */
  partner: Text(40),
  /** The person's number at the partner: the same person, always the same number. */
  userId: Text(100),
  userName: Text(40),
  /** With a valid ID number a newcomer's profile is complete immediately. */
  cardNumber: Type.Optional(Text(40)),
  /** Path of this portal to go to then. */
  redirect: Type.Optional(Text(500)),
  /** Seconds since 1970, as text. */
  timestamp: Type.String({ pattern: '^\\d{10}$' }),
  /** Never the same twice. */
  nonce: Type.String({ pattern: '^[\\w-]{16,64}$' }),
  /** HMAC-SHA-256, hexadecimal. */
  sign: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type HandOver = Static<typeof HandOver>

/** Signed in, or known only to the partner: then `linkCode` waits for the person to sign in to an own account. */
export const Arrival = Type.Object({
  data: Type.Object({
    tokenCode: Type.Optional(Type.String()),
    linkCode: Type.Optional(Type.String()),
    partnerName: Type.String(),
    redirect: Type.Optional(Type.String()),
  }),
})
export type Arrival = Static<typeof Arrival>

export const Partner = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  kind: PartnerKind,
  mayRegister: Type.Boolean(),
  status: OneOf(['active', 'disabled']),
  /** People of the partner who have an account here. */
  people: Type.Integer(),
  keySince: Moment,
  createdAt: Moment,
})
export type Partner = Static<typeof Partner>

const again = {
  zh: '请返回原平台重新进入，或在此登录',
  en: 'go back to the partner platform and enter again, or sign in here',
}
export const partnerRefusals = refusals({
  notAccepted: {
    code: 403,
    zh: `登录请求没有通过验证，${again.zh}`,
    en: `The sign-in request could not be verified; ${again.en}`,
  },
  late: { code: 403, zh: `登录请求已过期，${again.zh}`, en: `The sign-in request has expired; ${again.en}` },
  used: {
    code: 403,
    zh: `这个登录链接已使用过，${again.zh}`,
    en: `This sign-in link has already been used; ${again.en}`,
  },
  accountClosed: {
    code: 403,
    zh: '您在本平台的账号已停用，请联系客服',
    en: 'Your account on this platform is disabled; please contact support',
  },
  linkOver: {
    code: 403,
    zh: '绑定已超时，请返回原平台重新进入',
    en: 'Linking timed out; go back to the partner platform and enter again',
  },
  learnersAlone: {
    code: 403,
    zh: '只有学员账号可以绑定，请用学员账号登录',
    en: 'Only learner accounts can be linked; sign in with a learner account',
  },
  linkedAlready: {
    code: 409,
    zh: '这个账号已绑定该平台的另一位用户，请用您自己的账号登录',
    en: 'This account is already linked to another user of that platform; sign in with your own account',
  },
  nameTaken: { code: 409, zh: '已有同名的合作平台“{name}”', en: 'There is already a partner named “{name}”' },
})

// A whole classroom may share one address; wrong signatures are counted separately.
const handOver = { allow: 'public', perMinute: 600, input: HandOver, output: Arrival } as const
const menu = '/project-manage/partner'
const WithKey = Type.Object({
  id: Id,
  code: Type.String(),
  /** Shown this once. */
  key: Type.String(),
})

export const partnerCalls = {
  authorizedLogin: call('/login/authorized-login.action', {
    ...handOver,
    input: Type.Object({ ...HandOver.properties, kind: Type.Optional(OneOf(['standard', 'bx'])) }),
    summary: 'Signs in a person whom a partner vouches for by its signature; good once, for five minutes',
  }),
  authorizedLoginFromJnzj: call('/login/authorized-login-from-jnzj.action', {
    ...handOver,
    summary: 'The same for partners of kind jnzj',
  }),
  linkPartner: call('/login/link-partner.action', {
    allow: 'public',
    perMinute: 60,
    input: Type.Object({
      linkCode: Text(64),
      /** Trimmed and base64-encoded, as in login. */
      account: Text(1400),
      password: Text(1400),
      captchaVO: Type.Optional(
        Type.Object({ captchaVerification: Type.Optional(Type.String({ maxLength: 2000 })) }),
      ),
    }),
    output: Type.Object({ data: Type.Object({ tokenCode: Type.String() }) }),
    summary: 'Links the person a partner vouched for to the account they sign in to, for good',
  }),
  query: call('/base/partner/query.action', {
    allow: menu,
    wholeProject: true,
    input: Paging(
      { keyword: Type.Optional(Keyword(60)) },
      { sort: ['name', 'code', 'people', 'keySince', 'status'] },
    ),
    output: PageOf(Partner),
    summary: 'Partners of the project',
  }),
  save: call('/base/partner/save.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({
      id: Type.Optional(Id),
      name: Name(60),
      kind: PartnerKind,
      mayRegister: Type.Boolean(),
    }),
    output: Type.Object({ id: Id, code: Type.String(), key: Type.Union([Type.String(), Type.Null()]) }),
    summary: 'Adds a partner and shows its key this once, or changes one',
  }),
  rotateKey: call('/base/partner/rotate-key.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({ id: Id }),
    output: WithKey,
    summary: 'Gives a partner a new key and shows it this once; the old one is good no more',
  }),
  disabled: call('/base/partner/disabled.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({ id: Id, disabled: Type.Boolean() }),
    output: Nothing,
    summary: 'Lets nobody of a partner in any more, or again',
  }),
}
