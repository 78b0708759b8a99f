//! The play of a bundle where it lies: a node is read, and its checksum looked at, when it is first asked for.
//!
//! How many nodes there are (4 bytes, little-endian like all numbers), the CRC-32 of the index, the index (for each node, rising:
//! its number and the CRC-32 of its shares, 4 bytes each), and then the shares of each node: for every bucket and action so many
//! 65,535ths (2 bytes), all 0 where nothing was learned.

use std::fs::File;
use std::io;
use std::sync::OnceLock;

use super::tree::Tree;

/// The highest share.
pub const WHOLE: f32 = 65_535.0;
const HEAD: usize = 8;
const ENTRY: usize = 8;

/// Where bytes are.
pub enum Source {
    Memory(Vec<u8>),
    /// From a place of a file on, so many.
    File {
        file: File,
        at: u64,
        length: u64,
    },
}

impl Source {
    pub fn len(&self) -> u64 {
        match self {
            Source::Memory(bytes) => bytes.len() as u64,
            Source::File { length, .. } => *length,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn read(&self, from: u64, count: usize) -> Option<Vec<u8>> {
        let until = from.checked_add(count as u64).filter(|until| *until <= self.len())?;
        match self {
            Source::Memory(bytes) => Some(bytes[from as usize..until as usize].to_vec()),
            Source::File { file, at, .. } => {
                let mut bytes = vec![0; count];
                read_at(file, &mut bytes, at + from).ok().map(|()| bytes)
            }
        }
    }
}

/// Reads without a position of its own, so that threads need not wait for each other.
#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[count..];
        at += count as u64;
    }
    Ok(())
}

type Shares = Box<[u16]>;

pub struct Stored {
    source: Source,
    nodes: Vec<Entry>,
}

struct Entry {
    node: u32,
    crc: u32,
    at: u64,
    /// None inside: it cannot be read, or is damaged.
    shares: OnceLock<Option<Shares>>,
}

impl Stored {
    /// Reads the index alone; None if it is not of this tree.
    pub fn open(tree: &Tree, buckets: &[usize; 4], source: Source) -> Option<Stored> {
        let head = source.read(0, HEAD)?;
        let word = |bytes: &[u8], at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let (count, crc) = (word(&head, 0)? as usize, word(&head, 4)?);
        if count > tree.nodes.len() {
            return None;
        }
        let index = source.read(HEAD as u64, count * ENTRY)?;
        if crc32(&index) != crc {
            return None;
        }
        let mut at = (HEAD + index.len()) as u64;
        let mut nodes: Vec<Entry> = Vec::with_capacity(count);
        for entry in index.chunks_exact(ENTRY) {
            let (node, crc) = (word(entry, 0)?, word(entry, 4)?);
            let rises = nodes.last().is_none_or(|last| last.node < node);
            let place = tree.nodes.get(node as usize).filter(|_| rises)?;
            nodes.push(Entry { node, crc, at, shares: OnceLock::new() });
            at += 2 * (buckets[place.street as usize % 4] * place.actions as usize) as u64;
        }
        (at == source.len()).then_some(Stored { source, nodes })
    }

    /// Whether all of it can be read, and is as it was written.
    pub fn is_whole(&self) -> bool {
        (0..self.nodes.len()).all(|place| self.read(place).is_some())
    }

    pub fn bytes(&self) -> u64 {
        self.source.len()
    }

    /// Numbers of the nodes that it has.
    pub fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        self.nodes.iter().map(|entry| entry.node)
    }

    /// Whether nothing that was asked for so far was damaged.
    pub fn is_sound(&self) -> bool {
        self.nodes.iter().all(|entry| !matches!(entry.shares.get(), Some(None)))
    }

    /// The shares of a node, by bucket and action.
    pub fn shares(&self, node: u32) -> Option<&[u16]> {
        let place = self.nodes.binary_search_by_key(&node, |entry| entry.node).ok()?;
        self.nodes[place].shares.get_or_init(|| self.read(place)).as_deref()
    }

    fn read(&self, place: usize) -> Option<Shares> {
        let entry = &self.nodes[place];
        let end = self.nodes.get(place + 1).map_or(self.source.len(), |next| next.at);
        let bytes = self.source.read(entry.at, (end - entry.at) as usize)?;
        let shares = bytes.chunks_exact(2).map(|share| u16::from_le_bytes([share[0], share[1]])).collect();
        (crc32(&bytes) == entry.crc).then_some(shares)
    }
}

/// The bytes of nodes with their shares, nodes rising.
pub fn to_bytes(nodes: &[(u32, Vec<u16>)]) -> Vec<u8> {
    let (mut index, mut rest) = (Vec::new(), Vec::new());
    for (node, shares) in nodes {
        let first = rest.len();
        shares.iter().for_each(|share| rest.extend(share.to_le_bytes()));
        index.extend(node.to_le_bytes());
        index.extend(crc32(&rest[first..]).to_le_bytes());
    }
    let mut bytes = (nodes.len() as u32).to_le_bytes().to_vec();
    bytes.extend(crc32(&index).to_le_bytes());
    bytes.extend(index);
    bytes.extend(rest);
    bytes
}

const CRC_TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

/// CRC-32 as in ISO 3309.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| crc >> 8 ^ CRC_TABLE[(crc as u8 ^ byte) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_common_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
