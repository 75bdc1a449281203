/** Minutes that a scene, or the state of an OAuth round trip, is good; and again from when its person is known. */
export const sceneMinutes = 5

/** What a scene is for: to sign in, or to bind the WeChat to the account that is signed in. */
export const scenePurposes = ['login', 'bind'] as const
export type ScenePurpose = (typeof scenePurposes)[number]

/** A scene or a cookie of ours: 256 bits in base64url. */
export const secretPattern = '^[\\w-]{43}$'

/** The states of a visit. `over`: unknown, used, too old, or begun in another browser; these answer alike. */
export const sceneStates = ['waiting', 'unfollowed', 'unbound', 'taken', 'signedIn', 'over'] as const

/** A nickname as it may be shown: the first letter, the rest as two stars. */
export function maskNickname(nickname: string | null): string | null {
  const [first] = nickname?.trim() ?? ''
  return first ? `${first}**` : null
}

/** Whether a page is shown by WeChat's own browser, which cannot scan its own screen. */
export const isInsideWechat = (userAgent: string) => /MicroMessenger/i.test(userAgent)

/**
 * What is to be done about a recognised WeChat. `holder` is the account that has it in this project; managers keep to
 * password and second factor, so that theirs never counts here.
 */
export function outcomeOf(visit: {
  purpose: ScenePurpose
  accountId: string | null
  holder: { id: string; roleSystem: number } | null
  mustFollow: boolean
  follows: boolean | null
}): 'unfollowed' | 'unbound' | 'taken' | 'signIn' | 'bound' {
  if (visit.mustFollow && visit.follows !== true) return 'unfollowed'
  if (!visit.holder) return 'unbound'
  if (visit.purpose === 'bind') return visit.holder.id === visit.accountId ? 'bound' : 'taken'
  return visit.holder.roleSystem === 3 ? 'signIn' : 'taken'
}
