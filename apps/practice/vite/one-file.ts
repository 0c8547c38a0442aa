import type { Plugin } from 'vite'

/** Inlines script and style into the page: from file://, browsers load no separate modules. */
export function oneFile(): Plugin {
  return {
    name: 'one-file',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle)
        const page = files.find((file) => file.fileName === 'index.html')
        if (page?.type !== 'asset') return this.error('there is no page')
        let html = String(page.source)
        for (const file of files) {
          if (file === page) continue
          html =
            file.type === 'chunk'
              ? withScript(html, file.fileName, file.code)
              : withStyle(html, file.fileName, String(file.source))
          delete bundle[file.fileName]
        }
        if (/(?:src|href)="\/?assets\//.test(html)) return this.error('something was left beside the page')
        page.source = html
        return undefined
      },
    },
  }
}

const tag = (start: string, fileName: string) =>
  new RegExp(`<${start}[^>]*"[^"]*${fileName.replaceAll('.', '\\.')}"[^>]*>`)

// The script goes to the end of the body. Replacer functions keep a `$` in the code literal.
const withScript = (html: string, fileName: string, code: string) =>
  html
    .replace(new RegExp(`${tag('script', fileName).source}</script>`), '')
    .replace(
      '</body>',
      () => `<script type="module">${code.replaceAll('</script', '<\\/script')}</script></body>`,
    )

const withStyle = (html: string, fileName: string, css: string) =>
  html.replace(tag('link', fileName), () => `<style>${css.replaceAll('</style', '<\\/style')}</style>`)
