import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'
import { forgetAnswers, useAccountQuery, useToken } from '../features/session/web/account.ts'
import { isOutage } from '../features/session/rules.ts'
import { Skeleton } from '../web/kit/Loaded.tsx'
import { lazyPart } from '../web/lazyPart.tsx'
import { notify } from '../web/notice.ts'
import { arriveAtPortal, endToken, isHanded, readExitPath, onToken, readOffer } from '../web/token.ts'
import { changePasswordFirst, guardFailure, isEntry } from './guard.ts'

const AgreeFirst = lazyPart(
  () => import('../features/login/web/AgreeFirst.tsx').then((part) => ({ default: part.AgreeFirst })),
  'page',
)

const OfferedToken = lazyPart(
  () => import('../features/session/web/OfferedToken.tsx').then((part) => ({ default: part.OfferedToken })),
  'page',
)

/** Lets a visitor in: takes a token from the address or asks about it; refused user info ends the visit. */
export function Guarded({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  const cache = useQueryClient()
  const token = useToken()
  const offer = useSyncExternalStore(onToken, readOffer)
  const who = useAccountQuery()
  // Who did not answer did not end the session: the token stays, and the page says what failed and tries again.
  const failure = token !== null && !who.data && who.error && !isOutage(who.error) ? who.error : null
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
    if (exitPath !== pathname + search) return
    arriveAtPortal()
    forgetAnswers(cache)
  }, [exitPath, pathname, search, cache])

  if (exitPath !== null && exitPath !== pathname + search) return <Navigate to={exitPath} replace />
  if (elsewhere && !offer) return <Navigate to={elsewhere} replace />
  const isUnknown = token !== null && !who.data && !failure
  if (isUnknown && (offer || isHanded(token))) {
    return (
      <main className="k-wrap">
        <Skeleton lines={6} />
      </main>
    )
  }
  if (offer)
    return (
      <Suspense fallback={<Skeleton lines={6} />}>
        <OfferedToken key={offer} token={offer} signedIn={who.data?.manageAccountInfo.userName ?? null} />
      </Suspense>
    )
  const account = who.data?.manageAccountInfo
  const first = account?.mustChangePassword
    ? changePasswordFirst(pathname, search, account.roleRP.roleSystem === 3)
    : null
  if (account?.mustAgree && !isEntry(pathname))
    return (
      <Suspense fallback={<Skeleton lines={6} />}>
        <AgreeFirst />
      </Suspense>
    )
  return first ? <Navigate to={first} replace /> : children
}
