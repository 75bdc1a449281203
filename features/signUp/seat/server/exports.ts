import { exported } from '../../../../server/exporting.ts'
import { seatExports } from '../contract.ts'

/** The sheet of the seats of an exam. */
export const seatExportList = [
  exported(seatExports.exportSeats, [
    { title: { zh: '科目', en: 'Subject' }, width: 30, value: (row) => row.subjectName },
    { title: { zh: '开考时间', en: 'Starts' }, format: 'moment', width: 18, value: (row) => row.startsAt },
    { title: { zh: '考场', en: 'Room' }, width: 20, value: (row) => row.room },
    { title: { zh: '座位号', en: 'Seat number' }, format: 'count', width: 8, value: (row) => row.seatNo },
    { title: { zh: '准考证号', en: 'Ticket number' }, width: 18, value: (row) => row.ticketNo },
    { title: { zh: '姓名', en: 'Name' }, value: (row) => row.realName },
    { title: { zh: '证件号', en: 'ID number' }, width: 22, value: (row) => row.cardMask },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
  ]),
]
