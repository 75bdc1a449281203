import { yuan } from '../../../../contract/money.ts'
import { useCall } from '../../../../web/client.ts'
import { Note } from '../../../../web/shell/control/Note.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { issueCalls } from '../../issue/contract.ts'
import { LoginQr } from './LoginQr.tsx'
import { useOfficeWords } from './officeWords.ts'

/** State of the provider: the drawer's session with its code, and what is left of the credit line. */
export function ProviderLine() {
  const say = useOfficeWords()
  const may = useMay(issueCalls.provider)
  const query = useCall(
    issueCalls.provider,
    {},
    {
      enabled: may,
      staleTime: 30_000,
      refetchInterval: (answer) => (answer?.isSilent || answer?.isSignedIn === false ? 5000 : false),
    },
  )
  const { data } = query
  // Nothing that its reader can do depends on it while it is not known.
  if (!data) return null
  const { provider, isSignedIn, isSilent, isLow, loginQr, creditLeft } = data
  if (provider === 'manual') return <Note type="info" title={say('manual')} />
  if (isSilent) return <Note type="warning" title={say('silent')} />
  return (
    <>
      {isSignedIn === false && (
        <LoginQr text={loginQr} until={null} busy={query.isFetching} onRenew={() => void query.refetch()} />
      )}
      {isLow && creditLeft !== null && (
        <Note type="warning" title={say('creditLow', { amount: yuan(creditLeft) })} />
      )}
      {(isSignedIn || (creditLeft !== null && !isLow)) && (
        <p className="k-muted k-small invoice-provider">
          {[
            isSignedIn && say('signedIn'),
            creditLeft !== null && !isLow && say('creditLeft', { amount: yuan(creditLeft) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
    </>
  )
}
