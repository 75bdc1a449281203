import type { Envelope, OutputOf } from '../../../../contract/call.ts'
import { CallRefused } from '../../../../web/client.ts'
import { tokenHeader } from '../../../../web/token.ts'
import { currentLocale } from '../../../../web/words.ts'
import { importCalls } from '../contract.ts'

type Answer = OutputOf<typeof importCalls.import>

/** Uploads a file and tells how far it is, from 0 to 1, which `fetch` cannot; refuses with CallRefused. */
export function sendSheet(
  bankId: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const form = new FormData()
  form.append('bankId', bankId)
  form.append('file', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    const fail = (respCode: number, respDesc: string) =>
      reject(new CallRefused({ respCode, respDesc, field: undefined, traceId: undefined }))
    const lost = () =>
      fail(0, currentLocale() === 'en' ? 'The network broke off, please try again' : '网络中断，请重试')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('error', lost)
    request.addEventListener('abort', () => fail(0, ''))
    request.addEventListener('load', () => {
      const envelope = request.response as Envelope<Answer> | null
      if (!envelope) lost()
      else if (envelope.respCode === 200) resolve(envelope.attribute)
      else fail(envelope.respCode, envelope.respDesc)
    })
    signal.addEventListener('abort', () => request.abort())
    request.responseType = 'json'
    request.open('POST', `/api${importCalls.import.path}`)
    request.setRequestHeader('accept-language', currentLocale())
    request.setRequestHeader('token', tokenHeader() ?? '')
    request.send(form)
  })
}
