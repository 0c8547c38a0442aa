/** Small genuine files, built in code to keep binaries out of the repository. */
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const padded = (head: Buffer, size = 200) =>
  Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length))])

/** A zip of uncompressed files. */
function zipOf(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const [title, content] = [Buffer.from(name), Buffer.from(text)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(title.length, 22)
    parts.push(Buffer.from('PK\x03\x04'), facts, title, content)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    list.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, title)
    at += 30 + title.length + content.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(list.length / 4, 4)
  end.writeUInt16LE(list.length / 4, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}

/** An old Office file: a head and, somewhere after it, the name of a stream. */
const compound = (stream: string) =>
  Buffer.concat([padded(hex('d0cf11e0a1b11ae1'), 70_000), Buffer.from(stream, 'utf16le'), Buffer.alloc(512)])

const contentTypes = '<?xml version="1.0"?><Types/>'
const svgText = '<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'

/** Keyed by extension: a file of each accepted family, and several where a family has several formats. */
export const goodFiles: Record<string, Buffer> = {
  mp3: padded(Buffer.concat([Buffer.from('ID3\x04\x00\x00'), hex('00 00 00 00'), hex('fffb9000')])),
  wav: padded(Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1')),
  m4a: padded(Buffer.from('\x00\x00\x00\x18ftypM4A \x00\x00\x00\x00', 'latin1')),
  png: padded(hex('89504e470d0a1a0a 0000000d49484452 00000001000000010806000000 1f15c489 00000000 49444154')),
  jpg: padded(hex('ffd8ffe000104a464946000101')),
  gif: padded(Buffer.from('GIF89a')),
  mp4: padded(Buffer.from('\x00\x00\x00\x18ftypisom\x00\x00\x02\x00', 'latin1')),
  mov: padded(Buffer.from('\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00', 'latin1')),
  webm: padded(hex('1a45dfa3 9f 4286 81 01 42f7 81 01 42f2 81 04 42f3 81 08 4282 84 7765626d')),
  pdf: padded(Buffer.from('%PDF-1.7\n%âãÏÓ\n')),
  docx: zipOf({ '[Content_Types].xml': contentTypes, 'word/document.xml': '<w/>' }),
  doc: compound('WordDocument'),
  pptx: zipOf({ '[Content_Types].xml': contentTypes, 'ppt/presentation.xml': '<p/>' }),
  ppt: compound('PowerPoint Document'),
  key: zipOf({ 'Index/Document.iwa': 'x', 'Index/Slide-2.iwa': 'y', 'Metadata/Properties.plist': 'z' }),
  svg: Buffer.from(svgText),
  txt: Buffer.from('Zoë said: “yes”.\n'),
  csv: Buffer.from('BMI,name\n21,Ann\n'),
}

/** Files that the API must refuse, most of them with the extension of an accepted family. */
export const badFiles: readonly [what: string, name: string, content: Buffer][] = [
  ['a program', 'tool.exe', padded(Buffer.concat([Buffer.from('MZ'), hex('90000300')]))],
  [
    'a program called a picture',
    'tool.png',
    padded(Buffer.concat([Buffer.from('MZ'), hex('90000300')]), 6000),
  ],
  ['a zip', 'things.zip', zipOf({ 'a.txt': 'a' })],
  ['a zip called Word', 'things.docx', zipOf({ 'a.txt': 'a', 'word/other.xml': 'b' })],
  [
    'a table of an office',
    'table.xlsx',
    zipOf({ '[Content_Types].xml': contentTypes, 'xl/workbook.xml': 'x' }),
  ],
  ['an installer called Word', 'setup.doc', compound('Property')],
  ['text with NUL', 'a.txt', Buffer.from('a\0b')],
  ['what is no UTF-8', 'a.txt', hex('61 ff fe 62')],
  ['text that ends within a letter', 'a.csv', hex('61 c3')],
  ['a page', 'page.html', Buffer.from('<!doctype html><script>1</script>')],
  ['a text called a drawing', 'a.svg', Buffer.from('<html><svg/></html>')],
  ['a name without an ending', 'README', Buffer.from('hello')],
]

/** Accepted content with the extension of another family. */
export const misnamed: readonly [name: string, content: Buffer][] = [
  ['photo.pdf', goodFiles.png ?? Buffer.alloc(0)],
  ['song.png', goodFiles.mp3 ?? Buffer.alloc(0)],
  ['letter.pptx', goodFiles.docx ?? Buffer.alloc(0)],
  ['letter.key', goodFiles.docx ?? Buffer.alloc(0)],
  ['slides.docx', goodFiles.key ?? Buffer.alloc(0)],
  ['old.ppt', goodFiles.doc ?? Buffer.alloc(0)],
  ['drawing.txt', goodFiles.svg ?? Buffer.alloc(0)],
  ['text.svg', goodFiles.txt ?? Buffer.alloc(0)],
  ['book.txt', goodFiles.pdf ?? Buffer.alloc(0)],
]

const boundary = 'parley-form-boundary'
export const formType = `multipart/form-data; boundary=${boundary}`

/** A multipart form with one file, as a browser writes it. */
export const formOf = (filename: string, content: Buffer, field = 'userfile'): Buffer =>
  Buffer.concat([formHead(filename, field), content, formEnd])

export const formHead = (filename: string, field = 'userfile'): Buffer =>
  Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  )
export const formEnd: Buffer = Buffer.from(`\r\n--${boundary}--\r\n`)
