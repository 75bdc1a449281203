import { AboutUsLink, AgreementLink } from '../features/session/web/Agreement.tsx'

/** What the portal says of itself and what its users agree to: the footer’s part that no page waits for. */
export default function FooterTexts() {
  return (
    <>
      <AboutUsLink />
      <AgreementLink />
    </>
  )
}
