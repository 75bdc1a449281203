/** Minutes that a scene, or the state of an OAuth round trip, is good; and again from when its person is known. */
export const sceneMinutes = 5

/** Purposes of a scene: to sign in, to bind the WeChat to the signed-in account, or to pay its order. */
export const scenePurposes = ['login', 'bind', 'pay'] as const
export type ScenePurpose = (typeof scenePurposes)[number]

/** A scene or a cookie of ours: 256 bits in base64url. */
export const secretPattern = '^[\\w-]{43}$'

/**
 * The states of a visit. `confirming`: the person who scanned has still to answer on the phone, to be signed in or
 * linked; `cancelled`: they said no. `payer`: it is known who pays. `over`: unknown, used, too old, or begun in another browser; these answer alike.
 */
export const sceneStates = [
  'waiting',
  'unfollowed',
  'unbound',
  'taken',
  'confirming',
  'cancelled',
  'signedIn',
  'payer',
  'over',
] as const

/** The page on the phone where the person who scanned agrees or cancels; the secret follows its `#`. */
export const confirmPagePath = '/login-wx-confirm'

/** A nickname as it may be shown: the first letter, the rest as two stars. */
export function maskNickname(nickname: string | null): string | null {
  const [first] = nickname?.trim() ?? ''
  return first ? `${first}**` : null
}

/** True if a page is shown on a phone, which cannot scan its own screen. */
export const isOnPhone = (userAgent: string) => /Android|iPhone|iPod|HarmonyOS|Mobile/i.test(userAgent)

/** True if a page is shown by WeChat's own browser, which cannot scan its own screen. */
export const isInsideWechat = (userAgent: string) => /MicroMessenger/i.test(userAgent)

/**
 * Decides what is to be done about a recognised WeChat. `holder` is the account that has it in this project;
 * managers keep to password and second factor, so that theirs never counts here. A code is scanned away from
 * the browser that shows it, perhaps a stranger's: the person agrees on the phone before that browser is
 * signed in, and before their WeChat is linked to the account that it named. On the open platform's page
 * WeChat itself asks that.
 */
export function outcomeOf(visit: {
  purpose: ScenePurpose
  accountId: string | null
  holder: { id: string; roleSystem: number } | null
  mustFollow: boolean
  follows: boolean | null
  way: 'scan' | 'oauth'
  /** The account that the person agreed to have signed in or linked. */
  agreedAccountId: string | null
  /** The account that the browser proved, to link it. */
  proposedAccountId: string | null
}): 'unfollowed' | 'unbound' | 'taken' | 'confirming' | 'signIn' | 'bound' {
  if (visit.mustFollow && visit.follows !== true) return 'unfollowed'
  const isAgreed = (accountId: string) => visit.way === 'oauth' || visit.agreedAccountId === accountId
  if (!visit.holder) {
    const linked = visit.accountId ?? visit.proposedAccountId
    return linked === null || isAgreed(linked) ? 'unbound' : 'confirming'
  }
  if (visit.purpose === 'bind') return visit.holder.id === visit.accountId ? 'bound' : 'taken'
  if (visit.holder.roleSystem !== 3) return 'taken'
  return isAgreed(visit.holder.id) ? 'signIn' : 'confirming'
}
