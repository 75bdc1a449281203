import { AccountSection } from './AccountSection.tsx'
import { useCompleteWords } from './words.ts'

/** /account: one's own account in the back office. */
export default function AccountPage() {
  const say = useCompleteWords()
  return (
    <>
      <h1 className="k-hidden">{say('account')}</h1>
      <AccountSection />
    </>
  )
}
