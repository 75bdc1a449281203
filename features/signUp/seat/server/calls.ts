import { refuse } from '../../../../contract/refusal.ts'
import { MissingGlyph } from '../../../../server/pdf.ts'
import { type FileReply, handlers } from '../../../../server/serve.ts'
import { seatCalls, seatRefusals } from '../contract.ts'
import { ticketPath } from '../ticketPath.ts'
import { assignAll } from './actions.ts'
import { checkTicket, getTicket, pageSeats } from './data.ts'
import { printTicket } from './print.ts'

export const seatHandlers = handlers(seatCalls, {
  assign: ({ db, session, input }) => db.begin((tx) => assignAll(tx, session, input.signUpId)),
  findSeats: ({ db, session, input }) => pageSeats(db, session, input),
  async downloadTicket({ db, environment, session, input, language }) {
    const ticket = await getTicket(db, session, input.id)
    try {
      const checkUrl = `${environment.publicUrl}${ticketPath(ticket.code)}`
      const { name, pdf } = await printTicket(ticket, checkUrl, language)
      const file: FileReply = { name, type: 'application/pdf', body: pdf }
      return file as unknown as null
    } catch (error) {
      if (error instanceof MissingGlyph) refuse(seatRefusals.cannotPrint, { letters: error.letters })
      throw error
    }
  },
  check: ({ db, input }) => checkTicket(db, input.code),
})
