import { useCall } from '../../../web/client.ts'
import { Coming, isComing } from '../../../web/kit/Loaded.tsx'
import { messageCalls } from '../../message/contract.ts'
import { MessageList } from '../../message/web/MessageList.tsx'
import { Notices, useNotices } from '../../notice/web/Notices.tsx'

/** The learner's messages below the notices, shown together, so that neither moves the other. */
export function MyMessages() {
  if ([useNotices(), useCall(messageCalls.findMine, {})].some(isComing)) return <Coming />
  return (
    <>
      <Notices />
      <MessageList />
    </>
  )
}
