import { ServicePhone } from '../features/project/web/ServicePhone.tsx'
import { useSystemConfig } from '../features/project/web/settings.ts'
import { AboutUsLink, AgreementLink } from '../features/session/web/Agreement.tsx'
import { useFrameWords } from './words.ts'

/** The about text, the agreement and the contact. */
export function FooterTexts() {
  const say = useFrameWords()
  const info = useSystemConfig()?.info
  return (
    <>
      <AboutUsLink />
      <AgreementLink />
      <a href="/check">{say('checkCertificate')}</a>
      <ServicePhone />
      {info?.email && <a href={`mailto:${info.email}`}>{info.email}</a>}
      {[info?.organiser, info?.address, info?.serviceHours, info?.icp].filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </>
  )
}
