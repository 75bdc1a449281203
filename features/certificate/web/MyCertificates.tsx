import { useCall } from '../../../web/client.ts'
import { date, hours } from '../../../web/format.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { useBilingual, useStateName } from '../../../web/words.ts'
import { certificateCalls, certificateLifecycle, type MyCertificate } from '../contract.ts'
import { kindNames, remarkOf } from '../template/rules.ts'
import { useCertificateName } from './certificateName.ts'
import { CertificatePicture, PdfLink } from './CertificatePicture.tsx'
import './MyCertificates.css'
import { useCertificateWords } from './words.ts'

/** The learner's certificates of a year, or of all years; `onYear` is given the year that is chosen instead. */
export function MyCertificates({
  year = null,
  onYear,
}: {
  year?: number | null
  onYear: (year: number | null) => void
}) {
  const say = useCertificateWords()
  const query = useCall(certificateCalls.getMyCertificate, {})
  return (
    <Loaded
      query={query}
      isEmpty={(data) => data.list.length === 0}
      empty={
        <Empty
          title={say('none')}
          hint={say('noneHint')}
          action={<ButtonLink to="/classCenter">{say('goStudy')}</ButtonLink>}
        />
      }
    >
      {({ list }) => {
        const years = [...new Set(list.map((one) => one.year))].sort((a, b) => b - a)
        const chosen = years.find((each) => each === year) ?? null
        const shown = list.filter((one) => chosen === null || one.year === chosen)
        return (
          <div className="k-stack k-gap-4">
            <h1 className="k-hidden">{say('title')}</h1>
            {years.length > 1 && (
              <Chips
                label={say('year')}
                value={chosen ?? 0}
                onChange={(value) => onYear(value || null)}
                options={[
                  { value: 0, label: say('allYears') },
                  ...years.map((each) => ({ value: each, label: String(each) })),
                ]}
              />
            )}
            <ul className="certificates k-list">
              {shown.map((certificate) => (
                <CertificateCard key={certificate.id} certificate={certificate} />
              ))}
            </ul>
          </div>
        )
      }}
    </Loaded>
  )
}

/** The place of a certificate in the page, which the one it replaced leads to. */
const placeOf = ({ id }: { id: string }) => `certificate-${id}`

function CertificateCard({ certificate }: { certificate: MyCertificate }) {
  const say = useCertificateWords()
  const pick = useBilingual()
  const stateName = useStateName(certificateLifecycle)
  const name = useCertificateName()(certificate)
  const kind = kindNames[certificate.kind]
  const tenths = certificate.hoursTenths + certificate.heldTenths
  const remark = remarkOf(certificate)
  const { replacedBy } = certificate
  return (
    <li className="k-card certificate" id={placeOf(certificate)} tabIndex={-1}>
      <CertificatePicture key={certificate.files?.picture} certificate={certificate} />
      <div className="certificate-facts k-stack k-gap-2">
        <h2>{name}</h2>
        <p>
          <span className="k-tag plain">{pick(kind.zh, kind.en)}</span>
        </p>
        <p className="k-muted k-small">
          {say('number')} {certificate.number}
          <br />
          {(certificate.kind !== 'skill' || tenths > 0) && (
            <>
              {say('hoursOf', { hours: hours(tenths) })}
              {remark && say(remark, { fresh: hours(certificate.hoursTenths) })} ·{' '}
            </>
          )}
          {certificate.firstIssued
            ? say('reissued', {
                first: date(certificate.firstIssued),
                date: date(certificate.issuedAt),
              })
            : say('issued', { date: date(certificate.issuedAt) })}
        </p>
        {replacedBy && (
          <p className="k-cluster k-gap-2">
            <span className="k-tag warn">{say('replacedBy', { number: replacedBy.number })}</span>
            <a className="k-button quiet" href={`#${placeOf(replacedBy)}`}>
              {say('toNew')}
            </a>
          </p>
        )}
        {!replacedBy && certificate.status !== 'valid' && (
          <p>
            <span className="k-tag bad">{stateName(certificate.status)}</span>
          </p>
        )}
        {certificate.status === 'revoked' && (
          <p className="k-small">{say('reason', { reason: certificate.revokeReason ?? say('rightGone') })}</p>
        )}
        <p className="certificate-ways k-row k-gap-2">
          <PdfLink certificate={certificate} />
          <a
            className="k-button quiet"
            href={`/check/${certificate.verifyCode}`}
            target="_blank"
            rel="noreferrer"
          >
            {say('check')}
            <span className="k-hidden">{` ${name}`}</span>
          </a>
        </p>
      </div>
    </li>
  )
}
