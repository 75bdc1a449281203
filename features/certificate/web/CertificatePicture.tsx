import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { certificateCalls, type MyCertificate } from '../contract.ts'
import { useCertificateName } from './certificateName.ts'
import './CertificatePicture.css'
import { useCertificateWords } from './words.ts'

/** A certificate as it is printed, to look at, save and forward; without one, its place says so. */
export function CertificatePicture({ certificate }: { certificate: MyCertificate }) {
  const say = useCertificateWords()
  const name = useCertificateName()(certificate)
  const { files } = certificate
  const [isMissing, setMissing] = useState(false)
  const style = { aspectRatio: files ? `${files.width} / ${files.height}` : undefined }
  if (!files || isMissing) {
    return (
      <div className="certificate-picture k-muted k-small" style={style}>
        {say(files ? 'noPicture' : certificate.replacedBy ? 'overReplaced' : 'over')}
      </div>
    )
  }
  return (
    <a className="certificate-picture" style={style} href={files.picture} target="_blank" rel="noreferrer">
      <img
        src={files.picture}
        alt={say('pictureOf', { name })}
        width={files.width}
        height={files.height}
        loading="lazy"
        onError={() => setMissing(true)}
      />
    </a>
  )
}

/** Opens a certificate as PDF, to print or keep; nothing for one that does not hold any more. */
export function PdfLink({ certificate, kind = '' }: { certificate: MyCertificate; kind?: 'main' | '' }) {
  const say = useCertificateWords()
  const name = useCertificateName()(certificate)
  const { files } = certificate
  if (!files) return null
  return (
    <a className={`k-button ${kind}`} href={files.pdf} target="_blank" rel="noreferrer">
      {say('print')}
      <span className="k-hidden">{` ${name}`}</span>
    </a>
  )
}

/** The certificate that a passed class has just brought: the picture and the PDF, without a way through lists. */
export function NewCertificate({ enrolmentId }: { enrolmentId: string }) {
  const say = useCertificateWords()
  const { data, isLoading } = useCall(certificateCalls.getMyCertificate, { enrolmentId })
  const certificate = data?.list.find((one) => one.files)
  if (isLoading) return <div className="new-certificate certificate-picture k-skeleton" />
  if (!certificate) {
    return (
      <p>
        <ButtonLink kind="main" to="/my?tab=certificates">
          {say('title')}
        </ButtonLink>
      </p>
    )
  }
  return (
    <div className="new-certificate k-stack k-gap-3">
      <CertificatePicture certificate={certificate} />
      <PdfLink certificate={certificate} kind="main" />
    </div>
  )
}
