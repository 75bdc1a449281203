import { Link } from 'react-router'
import { ticketPath } from '../ticketPath.ts'
import { useSeatWords } from './words.ts'

/** Link to the check of a ticket by the code on it. */
export function TicketLink({ code, ticketNo }: { code: string; ticketNo: string }) {
  const say = useSeatWords()
  return (
    <Link to={ticketPath(code)}>
      {say('checkIt')}
      <span className="k-hidden"> {ticketNo}</span>
    </Link>
  )
}
