import { ServicePhone } from '../features/project/web/ServicePhone.tsx'
import { useSettings, useSystemConfig } from '../features/project/web/settings.ts'
import { AboutUsLink, AgreementLink } from '../features/session/web/Agreement.tsx'
import { useFrameWords } from './words.ts'

/** The about text, the agreement and the contact. */
export function FooterTexts() {
  const say = useFrameWords()
  const { title } = useSettings()
  const info = useSystemConfig()?.info
  // The portal's title stands before them.
  const organiser = info?.organiser === title ? null : info?.organiser
  return (
    <>
      <AboutUsLink />
      <AgreementLink />
      <a href="/check">{say('checkCertificate')}</a>
      <ServicePhone />
      {info?.email && <a href={`mailto:${info.email}`}>{info.email}</a>}
      {[organiser, info?.address, info?.serviceHours, info?.icp].filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </>
  )
}
