import { useSyncExternalStore } from 'react'
import { useCall } from '../../../web/client.ts'
import { onToken, readToken } from '../../../web/token.ts'
import { sessionCalls, type MenuEntry } from '../contract.ts'

export interface Account {
  accountId: string
  userName: string
  imagePath: string | null
  unitId: string | null
  unitName: string | null
  roleName: string
  roleSystem: number
  menus: ReadonlySet<string>
}

function urlsOf(entries: readonly MenuEntry[]): string[] {
  return entries.flatMap((entry) => [entry.url, ...urlsOf(entry.childrenMenuRPs)])
}

/** The token as it is now; a change anywhere redraws. */
export function useToken(): string | null {
  return useSyncExternalStore(onToken, readToken)
}

/** Who is signed in, or null; `isLoading` while a token is there and its owner is not known yet. */
export function useAccountQuery() {
  const token = useToken()
  return useCall(sessionCalls.getAccountInfo, {}, { enabled: token !== null, staleTime: 60_000 })
}

/** Who is signed in, or null. */
export function useAccount(): Account | null {
  const token = useToken()
  const { data } = useAccountQuery()
  if (!token || !data) return null
  const { roleRP, ...person } = data.manageAccountInfo
  return {
    ...person,
    roleName: roleRP.roleName,
    roleSystem: roleRP.roleSystem,
    menus: new Set(urlsOf(roleRP.menu)),
  }
}

/** Whether the role holds a menu entry: what shows a button. */
export function useMay(menu: string): boolean {
  return useAccount()?.menus.has(menu) ?? false
}
