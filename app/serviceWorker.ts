import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Plugin, type Rolldown, transformWithOxc } from 'vite'
import { menuGroups } from '../contract/menu.ts'
import { serverPaths } from './serverPaths.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const source = path('../web/sw.ts')
/** Files whose name does not tell their version. */
const unnamed = ['./index.html', '../web/begin.js', '../web/public/floor.js', '../web/public/icon.svg'].map(
  path,
)

/** The pages a learner needs on the way: their code is stored before they are opened. */
const mainPages =
  /\/(HomePage|CataloguePage|ClassDetailPage|ClassCenterPage|MyPage|StudyPage|DetailQuestionPage|CartPage|LoginPage)\.tsx$/

/** Writes `sw.js` with what it stores: the shell, its code, the code of the main pages. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After the builder has dropped the chunks that are only style.
      order: 'post',
      async handler(_, bundle) {
        const stored = new Set<string>()
        const add = (file: string): void => {
          const chunk = bundle[file]
          if (stored.has(file) || chunk?.type !== 'chunk') return
          stored.add(file)
          chunk.imports.forEach(add)
          for (const style of chunk.viteMetadata?.importedCss ?? []) stored.add(style)
        }
        const chunks = Object.values(bundle).filter(
          (one): one is Rolldown.OutputChunk => one.type === 'chunk',
        )
        for (const { fileName, isEntry, facadeModuleId } of chunks)
          if (isEntry || mainPages.test(facadeModuleId ?? '')) add(fileName)
        const files = ['/', '/floor.js', '/icon.svg', ...[...stored].map((file) => `/${file}`).sort()]
        const office = [...Object.keys(menuGroups), '/admin-login']
        const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, {
          lang: 'ts',
          sourceType: 'script',
        })
        const hash = createHash('sha256')
          .update(code)
          .update(files.join())
          .update([...office, ...serverPaths].join())
        for (const file of unnamed) hash.update(await readFile(file))
        const version = hash.digest('hex').slice(0, 12)
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: code.replace('STORED', () =>
            JSON.stringify({ version, files, office, server: serverPaths }),
          ),
        })
      },
    },
  }
}
