//! Theory that games share.
