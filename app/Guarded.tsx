import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'
import { forgetAnswers, useAccountQuery, useToken } from '../features/session/web/account.ts'
import { OfferedToken } from '../features/session/web/OfferedToken.tsx'
import { Skeleton } from '../web/kit/Loaded.tsx'
import { notify } from '../web/notice.ts'
import { arriveAtPortal, endToken, isHanded, readExitPath, onToken, readOffer } from '../web/token.ts'
import { changePasswordFirst, guardFailure } from './guard.ts'

/**
 * Who comes in: a token from the address is taken or asked about, and user info that cannot be loaded ends the visit.
 */
export function Guarded({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  const cache = useQueryClient()
  const token = useToken()
  const offer = useSyncExternalStore(onToken, readOffer)
  const who = useAccountQuery()
  const failure = token !== null && !who.data && who.error ? who.error : null
  const elsewhere = failure && guardFailure({ path: pathname, search, hash, respCode: failure.respCode })

  // Another person's token: nothing that was answered before is theirs.
  const before = useRef(token)
  useEffect(() => {
    if (token !== null && token !== before.current) forgetAnswers(cache)
    before.current = token
  }, [token, cache])

  useEffect(() => {
    if (!failure || failure.respCode === 428 || elsewhere) return
    const text = failure.message || 'Has Error'
    notify('error', text)
    endToken(text)
    forgetAnswers(cache)
  }, [failure, elsewhere, cache])

  const exitPath = useSyncExternalStore(onToken, readExitPath)
  useEffect(() => {
    if (exitPath !== pathname) return
    arriveAtPortal()
    forgetAnswers(cache)
  }, [exitPath, pathname, cache])

  if (exitPath !== null && exitPath !== pathname) return <Navigate to={exitPath} replace />
  if (offer) return <OfferedToken userName={who.data?.manageAccountInfo.userName ?? ''} />
  if (elsewhere) return <Navigate to={elsewhere} replace />
  if (!who.data && !failure && isHanded(token)) {
    return (
      <main className="k-wrap">
        <Skeleton lines={6} />
      </main>
    )
  }
  const first = who.data?.manageAccountInfo.mustChangePassword ? changePasswordFirst(pathname, search) : null
  return first ? <Navigate to={first} replace /> : children
}
