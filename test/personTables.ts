interface PersonTable {
  /** The section of the copy of one's data that shows it, or why none does. */
  copy: string | { not: string }
  /** Remainder of it when the account is closed: `gone`, or what stays and why. */
  after: string
}

const byStaff: PersonTable = {
  copy: { not: 'names who of the staff did something for the provider' },
  after: 'who of the staff did it, by an account that is named no more',
}

/** Tables with a row of a person: what their copy shows of it, and what stays when the account is closed. */
export const personTables: Readonly<Record<string, PersonTable>> = {
  account_closings: { copy: 'Closing of the account', after: 'the request, and sealed who must stay known' },
  account_links: { copy: 'Linked accounts', after: 'gone' },
  account_roles: { copy: 'Roles', after: 'a role of an account that nobody can sign in to' },
  accounts: {
    copy: 'Profile',
    after: 'an account without name, number and password, which records point at',
  },
  agreement_consents: { copy: 'Consents', after: 'that somebody agreed, without from where' },
  allocations: byStaff,
  approvals: { copy: 'Corrections', after: 'what was decided by whom; the person is named no more' },
  batches: { copy: { not: 'names who of the staff acted on many rows' }, after: 'gone' },
  cart_items: { copy: 'Cart', after: 'gone' },
  certificates: { copy: 'Certificates', after: 'anyone may check one for as long as it is shown' },
  chosen_skills: { copy: 'Chosen skill', after: 'gone' },
  corrections: { copy: 'Corrections', after: 'that something was corrected; the numbers are gone' },
  data_exports: { copy: 'Copies of the data', after: 'that a copy was made; its content is gone' },
  enrolments: { copy: 'Classes', after: 'what hours and certificates come from' },
  exam_attempts: { copy: 'Exams', after: 'what scores and certificates come from; from where is gone' },
  exam_make_ups: byStaff,
  exception_registers: { copy: 'Issues', after: 'that there was one and when; what it said is gone' },
  face_pictures: { copy: 'Pictures', after: 'gone' },
  faces: { copy: 'Profile', after: 'that consent ended; the template is gone' },
  hour_entries: { copy: 'Hours ledger', after: 'the ledger only grows' },
  images: { copy: 'Pictures', after: 'swept within hours once nothing shows them' },
  imports: { copy: { not: 'names who of the staff sent a sheet' }, after: 'who of the staff sent it' },
  list_exports: {
    copy: { not: 'names who of the staff exported a list' },
    after: 'who of the staff exported it; the file and its filters are gone',
  },
  list_layouts: { copy: { not: 'which columns of lists the staff see' }, after: 'gone' },
  list_views: {
    copy: { not: 'filters that the staff saved under a name' },
    after: 'gone; a shared one belongs to the project',
  },
  message_deliveries: { copy: 'Deliveries of messages', after: 'gone' },
  message_mails: { copy: 'Profile', after: 'gone' },
  message_refusals: { copy: 'Refused channels', after: 'gone' },
  messages: { copy: 'Messages', after: 'gone' },
  order_items: { copy: 'Orders', after: 'accounting vouchers' },
  order_adjustments: { copy: 'Orders', after: 'accounting vouchers' },
  order_notes: { copy: 'Orders', after: 'gone; what one of the staff wrote stays with the order' },
  orders: { copy: 'Orders', after: 'accounting vouchers' },
  partner_accounts: { copy: 'Partner platforms', after: 'gone' },
  payment_differences: byStaff,
  play_leases: { copy: 'Study sessions', after: 'what was counted; from where is gone' },
  question_versions: byStaff,
  receipt_reversals: byStaff,
  receipts: { ...byStaff, after: 'who of the staff entered it; a payer who left is named no more' },
  recovery_codes: { copy: { not: 'hashes, of which nobody can read anything' }, after: 'gone' },
  refunds: { copy: 'Refunds', after: 'accounting vouchers' },
  resources: byStaff,
  second_factors: { copy: 'Second factor', after: 'gone' },
  session_tickets: { copy: { not: 'good for seconds' }, after: 'gone' },
  sessions: { copy: 'Sign-ins', after: 'gone' },
  students: { copy: 'Profile', after: 'a profile without name, number and further fields' },
  uploads: { copy: 'Uploads', after: 'files of the staff, for the provider' },
  work_claims: { copy: { not: 'what of the work the staff are just at' }, after: 'gone' },
  work_seen: { copy: { not: 'what of the news the staff have seen' }, after: 'gone' },
  wechat_bindings: { copy: 'Profile', after: 'gone' },
  wechat_scenes: { copy: { not: 'good for minutes' }, after: 'gone' },
}
