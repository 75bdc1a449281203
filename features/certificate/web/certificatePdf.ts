import { useAction } from '../../../web/client.ts'
import { openPdf } from '../../../web/pdf.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { certificateCalls } from '../contract.ts'

/** Opens a learner's certificate as staff see it; null for those who may not. */
export function useCertificatePdf(): ((id: string) => void) | null {
  const may = useMay(certificateCalls.printCertificate)
  const print = useAction(certificateCalls.printCertificate, {
    onDone: ({ pdf, name }) => openPdf(pdf, name),
  })
  return may ? (id) => print.mutate({ id }) : null
}
