import { useAction, useCall } from '../../../web/client.ts'
import { date, hours } from '../../../web/format.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { Ring } from '../../../web/kit/Ring.tsx'
import { openPdf } from '../../../web/pdf.ts'
import { type Certificate, certificateCalls, certificateLifecycle } from '../contract.ts'
import { remarkOf } from '../template/rules.ts'
import { useStateName } from '../../../web/words.ts'
import './MyCertificates.css'
import { useCertificateWords } from './words.ts'

/** The learner's certificates of a year, or of all years. */
export function MyCertificates({ year }: { year?: number }) {
  const say = useCertificateWords()
  const query = useCall(certificateCalls.getMyCertificate, year ? { year } : {})
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
      {(data) => (
        <ul className="k-stack k-gap-4 k-list">
          {data.list.map((certificate) => (
            <CertificateCard key={certificate.id} certificate={certificate} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function CertificateCard({ certificate }: { certificate: Certificate }) {
  const say = useCertificateWords()
  const stateName = useStateName(certificateLifecycle)
  const print = useAction(certificateCalls.printMyCertificate, {
    onDone: (printed) => openPdf(printed.pdf, printed.name),
  })
  const valid = certificate.status === 'valid'
  const remark = remarkOf(certificate)
  return (
    <li className="k-card padded certificate k-grid k-gap-4">
      <Ring
        size={56}
        label={stateName(certificate.status)}
        parts={[{ value: valid ? 1 : 0.6, color: valid ? 'var(--good)' : 'var(--bad)' }]}
      >
        {valid && '✓'}
      </Ring>
      <div>
        <h3>{certificate.className}</h3>
        <p className="k-muted k-small">
          {say('number')} {certificate.number} ·{' '}
          {say('hoursOf', { hours: hours(certificate.hoursTenths + certificate.heldTenths) })}
          {remark && say(remark, { fresh: hours(certificate.hoursTenths) })} ·{' '}
          {certificate.firstIssued
            ? say('reissued', {
                first: date(certificate.firstIssued),
                date: date(certificate.issuedAt),
              })
            : say('issued', { date: date(certificate.issuedAt) })}
        </p>
        {certificate.revokeReason && (
          <p className="k-small">{say('reason', { reason: certificate.revokeReason })}</p>
        )}
      </div>
      <div className="certificate-actions k-row">
        <span className={valid ? 'k-tag good' : 'k-tag bad'}>{stateName(certificate.status)}</span>
        <a
          className="k-button quiet"
          href={`/check/${certificate.verifyCode}`}
          target="_blank"
          rel="noreferrer"
        >
          {say('check')}
        </a>
        {valid && (
          <Button busy={print.isPending} onClick={() => print.mutate({ id: certificate.id })}>
            {say('print')}
          </Button>
        )}
      </div>
    </li>
  )
}
