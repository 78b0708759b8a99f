//! Games written directly against the waist, for what the genome language cannot say without strain.

pub mod cambio;
