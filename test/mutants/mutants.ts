/** One statement of the ledger, broken on purpose. */
export interface Mutant {
  file: string
  /** Text that is in the file once, and the text in its place. */
  from: string
  to: string
}

/** The seed of the rows that have mutants, and how many it draws. */
export const drawnBy = { seed: 2_026, rows: 40 }

/** Mutants of the rows that are drawn, by the ids of their rows. */
export const mutants: Readonly<Record<string, Mutant>> = {
  'S1-L007-05': {
    file: 'features/session/role/server/actions.ts',
    from: 'candidate.accountId === input.accountId &&',
    to: 'candidate.accountId !== input.accountId &&',
  },
  'S1-L007-15': {
    file: 'features/question/exercise/server/actions.ts',
    from: 'const right = mark === null ? null : mark === 1',
    to: 'const right = mark === null ? null : mark !== 1',
  },
  'S1-L009-13': {
    file: 'features/course/server/actions.ts',
    from: 'await placeItems(tx, courseId, items)',
    to: '',
  },
  'S1-L009-22': {
    file: 'features/banner/server/actions.ts',
    from: 'await tx`delete from banners where id = ${id}`',
    to: '',
  },
  'S1-L017-01': {
    file: 'features/catalogue/server/calls.ts',
    from: 'trial && detail.trySeeVideo ?',
    to: 'trial ?',
  },
  'S1-L024-01': {
    file: 'features/study/rules.ts',
    from: '(settings.finishVideoCanSeek && item.completed)',
    to: 'item.completed',
  },
  'S1-L026-05': {
    file: 'app/Office.tsx',
    from: 'const path = refreshed ?? pathname',
    to: 'const path = settings.sidebarLogo ? pathname : (refreshed ?? pathname)',
  },
  'S2-L031-04': {
    file: 'app/guard.ts',
    from: "'/',\n  '/login',\n  '/admin-login',\n  '/auth-redirect',\n  '/index2',",
    to: "'/',\n  '/login',\n  '/admin-login',\n  '/auth-redirect',",
  },
  'S2-L031-09': {
    file: 'app/guard.ts',
    from: "  '/registerNew',\n  '/reset-pwd',\n  '/vocational',\n",
    to: "  '/reset-pwd',\n  '/vocational',\n",
  },
  'S2-L031-26': { file: 'app/guard.ts', from: "  '/v2/classSelectCenter',\n", to: '' },
  'S2-L033-02': { file: 'app/guard.ts', from: 'return `/login${visit.search}`', to: "return '/login'" },
  'S2-L038-02': {
    file: 'app/sidebar.ts',
    from: '.filter((page) => page.affix || menus.has(permissionOf(page)))',
    to: '',
  },
  'S2-L045-01': {
    file: 'features/trainPlan/web/pages.ts',
    from: 'light: true,',
    to: 'light: true,\n    hidden: true,',
  },
  'S2-L060-07': { file: 'web/shell/frame/Tools.tsx', from: '<SizeSelect view={view} />', to: '' },
  'S2-L060-09': {
    file: 'web/shell/view/size.ts',
    from: "['default', 'medium', 'small', 'mini']",
    to: "['default', 'small', 'mini']",
  },
  'S2-L062-20': {
    file: 'features/catalogue/web/CataloguePage.tsx',
    from: '{ classType: type.key, ...filters, page, limit }',
    to: "{ classType: 'public', ...filters, page, limit }",
  },
  'S3-L066-06': {
    file: 'features/session/web/account.ts',
    from: 'introduction: person.userName,',
    to: "introduction: '',",
  },
  'S3-L068-04': {
    file: 'features/captcha/rules.ts',
    from: 'return typedText(input.codeToken, input.vcode)',
    to: 'return undefined',
  },
  'S3-L074-15': {
    file: 'features/resource/server/actions.ts',
    from: 'const { mime, direct, durationSeconds, width, height } = facts',
    to: 'const { mime, direct, width, height } = facts\n  const durationSeconds = 1',
  },
  'S4-L078-01': {
    file: 'web/token.ts',
    from: "return localStorage.getItem('token')",
    to: "return localStorage.getItem('token') ?? 'visitor'",
  },
  'S4-L080-03': {
    file: 'features/invoice/rules.ts',
    from: "opened: ['已开票', 'Issued', { red: 'reddening' }],",
    to: "opened: ['已开票', 'Issued', { red: 'reddening', open: 'opening' }],",
  },
  'S4-L080-20': {
    file: 'features/invoice/issue/server/actions.ts',
    from: 'update invoices set ask_at = moment()\n    where id in (\n      select i.id from invoices i left join units',
    to: 'update invoices set ask_at = ask_at\n    where id in (\n      select i.id from invoices i left join units',
  },
  'S4-L080-32': {
    file: 'features/unit/trainType/server/save.ts',
    from: 'await listTerms(tx, scope, input.unitIds, classType)',
    to: 'await listTerms(tx, scope, input.unitIds.slice(0, 1), classType)',
  },
  'S5-L087-01': {
    file: 'features/file/web/pictures.ts',
    from: "if (pictures.some(({ state }) => state !== 'arrived')) return 'pending'",
    to: '',
  },
  'S5-L088-08': {
    file: 'contract/identity.ts',
    from: '[...text].some((letter) => !creditAlphabet.includes(letter))',
    to: '[...text].some((letter) => !/[0-9A-Z]/.test(letter))',
  },
  'S6-L095-08': {
    file: 'features/account/manage/server/actions.ts',
    from: "await step(tx, session, account, 'delete')",
    to: "await step(tx, session, account, 'disable')",
  },
  'S6-L095-10': {
    file: 'features/account/manage/server/actions.ts',
    from: 'await changeWechat(tx, accountId, null)',
    to: '',
  },
  'S7-L106-17': {
    file: 'features/batchOrder/sheet/server/actions.ts',
    from: 'accountIds: [...accountOf.values()],',
    to: 'accountIds: [...accountOf.values()].slice(0, 1),',
  },
  'S7-L110-07': {
    file: 'features/resource/server/actions.ts',
    from: 'await tx`update resources set ${tx(after)} where id = ${id}`',
    to: '',
  },
  'S7-L110-15': {
    file: 'features/question/server/data.ts',
    from: 'input.difficulty !== undefined && db`q.difficulty = ${input.difficulty}`,',
    to: '',
  },
  'S7-L115-12': {
    file: 'features/project/text/server/data.ts',
    from: 'and v.version >= t.version)`',
    to: 'and v.version > t.version)`',
  },
  'S7-L117-16': {
    file: 'features/invoice/issue/server/batches.ts',
    from: 'number: given.number })',
    to: 'number: numbers[0]!.number })',
  },
  'S7-L117-17': {
    file: 'features/invoice/issue/server/exports.ts',
    from: "format: 'money', value: (row) => row.amount },\n    { title: { zh: '税额'",
    to: "format: 'money', value: (row) => row.tax },\n    { title: { zh: '税额'",
  },
  'S7-L118-01': {
    file: 'features/refund/server/application.ts',
    from: 'await suspendEnrolment(tx, session, { enrolmentId: line.enrolmentId, cause: causeOf(id), reason })',
    to: '',
  },
  'S7-L119-06': {
    file: 'features/score/import/server/calls.ts',
    from: 'return errorsOf(ctx, sightOf([scoreImportKind], session), input.importId)',
    to: 'return templateOf(ctx, scoreImportKind)',
  },
  'S7-L120-19': {
    file: 'features/wechat/app/server/actions.ts',
    from: "await tx`update wechat_apps set status = 'deleted', updated_at = moment() where id = ${id}`",
    to: '',
  },
  'S7-L120-28': {
    file: 'features/push/server/actions.ts',
    from: 'await channels.receiver.check(address)',
    to: '',
  },
  'S7-L120-34': {
    file: 'features/operationLog/server/data.ts',
    from: 'l.request_id, l.before, l.after',
    to: 'null as request_id, l.before, l.after',
  },
  'S8-L141-02': {
    file: 'web/notice.ts',
    from: 'const notice = { id: ++serial, kind, text, traceId, way }',
    to: "const notice = { id: ++serial, kind: kind === 'error' ? 'prompt' : kind, text, traceId, way } as const",
  },
  'S9-L153-03': {
    file: 'web/format.ts',
    from: 'return `${value.toFixed(2)} ${names[unit]}`',
    to: 'return `${value.toFixed(1)} ${names[unit]}`',
  },
}
