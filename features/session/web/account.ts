import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { notSignedIn } from '../../../contract/refusal.ts'
import { CallRefused, orStored, send } from '../../../web/client.ts'
import { clearToken, isHanded, onToken, readToken, saveToken, tryToken } from '../../../web/token.ts'
import { currentLocale } from '../../../web/words.ts'
import { projectCalls } from '../../project/contract.ts'
import { type AccountInfo, type MenuEntry, sessionCalls } from '../contract.ts'
import { faultOfInfo, isOutage, rolesMissing, rolesOf, roleTokenOf, urlsOf } from '../rules.ts'

/** Signed-in person: the session of the specification, beside its token. */
export interface Account {
  accountId: string
  userName: string
  /** The avatar. */
  imagePath: string | null
  /** The same as the name. */
  introduction: string
  unitId: string | null
  unitName: string | null
  /** Role that is acted in: its name may change. */
  roleId: string
  roleName: string
  roles: readonly string[]
  roleSystem: number
  menu: readonly MenuEntry[]
  /** The urls of the menu, of every level. */
  menus: ReadonlySet<string>
  /** The session has the whole project, and not a unit's part of it. */
  wholeProject: boolean
  mustChangePassword: boolean
  accountInfo: AccountInfo['manageAccountInfo']
}

/** The token as it is now; a change anywhere redraws. */
export function useToken(): string | null {
  return useSyncExternalStore(onToken, readToken)
}

/** Loads the signed-in user; replaces a handed-over token with a fresh one. Rejects an incomplete response. */
async function askWho(handed: boolean): Promise<AccountInfo> {
  const reply = await send(sessionCalls.getAccountInfo, handed ? { handed } : {}, {
    quiet: true,
    keepsToken: true,
  })
  const fault = faultOfInfo(reply)
  if (fault) {
    const again = notSignedIn[currentLocale() === 'en' ? 'en' : 'zh']
    throw new CallRefused({ respCode: 401, respDesc: fault === 'account' ? again : rolesMissing })
  }
  if (reply.tokenCode) saveToken(reply.tokenCode)
  return reply
}

/**
 * Returns the signed-in person, or null; `isLoading` while a token's owner is not known yet. A part that is drawn after
 * a failure asks again, except where it only reads who it is: drawn by the failure, it would take that away for ever.
 */
export function useAccountQuery({ onlyReads = false } = {}) {
  const token = useToken()
  return useQuery<AccountInfo, CallRefused>({
    queryKey: [sessionCalls.getAccountInfo.path, token],
    queryFn: () => orStored(sessionCalls.getAccountInfo, {}, () => askWho(isHanded(token))),
    enabled: token !== null,
    staleTime: 60_000,
    retryOnMount: !onlyReads,
    // A user who is refused is signed out; a restarting server is waited for.
    retry: (count, error) => count < 3 && isOutage(error) && error.respCode !== 429,
  })
}

/** Returns the signed-in person, or null. */
export function useAccount(): Account | null {
  const token = useToken()
  const { data } = useAccountQuery({ onlyReads: true })
  if (!token || !data) return null
  const { manageAccountInfo: accountInfo } = data
  const { roleRP, ...person } = accountInfo
  return {
    ...person,
    introduction: person.userName,
    roleId: roleRP.roleId,
    roleName: roleRP.roleName,
    roles: rolesOf(accountInfo),
    roleSystem: roleRP.roleSystem,
    menu: roleRP.menu,
    menus: new Set(urlsOf(roleRP.menu)),
    accountInfo,
  }
}

/** Forgets what was answered to another person; the portal's configuration and the new token's owner stay. */
export function forgetAnswers(cache: QueryClient): void {
  const token = readToken()
  void cache.resetQueries({
    predicate: ({ queryKey: [path, key] }) =>
      path !== projectCalls.getSystemConfig.path &&
      !(path === sessionCalls.getAccountInfo.path && key === token && token !== null),
  })
}

/**
 * Changes the role: the token becomes the role's name followed by `-token`, user info is loaded again, and with its
 * menu the routes. Where the server refuses, everything stays as it was.
 */
export function useChangeRole(): (roleName: string) => Promise<void> {
  const cache = useQueryClient()
  return async (roleName) => {
    const token = roleTokenOf(roleName)
    await tryToken(token, async () => {
      const info = await askWho(false)
      cache.setQueryData([sessionCalls.getAccountInfo.path, token], info)
    })
  }
}

/** Clears the session here: the token and its cookie, and with them name, avatar, introduction, roles and menu. */
export function resetSession(cache: QueryClient): void {
  clearToken()
  forgetAnswers(cache)
}
